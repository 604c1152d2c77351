import { Link } from 'react-router';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { Slip } from '../ui/slip.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame } from './order-frame.tsx';
import { Why } from './refund-page.tsx';

export const loader = readPage(loadOrder);

const declineCancel: Press = async (form, { id = '' }) => {
  await send('POST', `/api/desk/orders/${id}/decline-cancel/`, { words: readText(form, 'words') });
  return `/desk/orders/${id}`;
};

export const meta = titled('Decline to cancel an order');

export default showPage<typeof loader>(DeclineCancelView);
function DeclineCancelView({ data: { order } }: { data: OrderData }) {
  const isOpen = order.cancel_request?.answered === false;
  return (
    <OrderFrame order={order.id} title={`Keep order ${order.id}?`}>
      {isOpen ? (
        <Form act={declineCancel} className="grid gap-3">
          {({ isSending }) => (
            <>
              <p className="text-soft">
                {order.buyer.name || 'The buyer'} asked to cancel it and gets a letter with your words. It goes out as
                agreed.
              </p>
              <Why />
              <Ends>
                <Back order={order.id} words="Back" />
                <button type="submit" className="desk-button" disabled={isSending}>
                  Decline and write
                </button>
              </Ends>
            </>
          )}
        </Form>
      ) : (
        <p className="text-soft">Nobody waits for an answer about this order.</p>
      )}
    </OrderFrame>
  );
}

/** A buyer who waits to hear whether the order is cancelled, and why it was not done at once. */
export function CancelRequest({ order: { id, buyer, may, cancel_request: request } }: { order: DeskOrder }) {
  if (!request || (request.answered && request.declined === null)) return null;
  const name = buyer.name || 'The buyer';
  if (request.answered)
    return (
      <p className="text-small text-soft">
        {name} asked to cancel it, and was told no: “{request.declined}”
      </p>
    );
  return (
    <Slip as="div" title={`${name} asks to cancel it`}>
      <p className="text-small">
        {request.because} PayPal keeps its fee of what goes back. Until you answer it is not tied.
      </p>
      <p>
        {may.cancel === null ? 'Cancel it below, or' : `${may.cancel} Here you can`}{' '}
        <Link to={`/desk/orders/${id}/decline-cancel`}>decline in words</Link>.
      </p>
    </Slip>
  );
}
