import { Form, Link, useNavigation } from 'react-router';
import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, OrderFrame } from './order-frame.tsx';
import { Why } from './refund-page.tsx';

export const declineCancelPage: DeskPage<OrderData> = {
  path: 'orders/:id/decline-cancel',
  title: 'Decline to cancel an order',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    await api.send('POST', `/api/desk/orders/${id}/decline-cancel/`, { words: readText(form, 'words') });
    return `/desk/orders/${id}`;
  },
  keeps: ['words'],
  View: DeclineCancelView,
};

function DeclineCancelView({ data: { order }, refused, typed }: { data: OrderData } & Partial<Refused>) {
  const { state } = useNavigation();
  const isOpen = order.cancel_request?.answered === false;
  return (
    <OrderFrame order={order.id} title={`Keep order ${order.id}?`} refused={refused} fields={['words']}>
      {isOpen ? (
        <Form method="post">
          <p className="desk-soft">
            {order.buyer.name || 'The buyer'} asked to cancel it and gets a letter with your words. It goes out as
            agreed.
          </p>
          <Why refused={refused} typed={typed} />
          <div className="order-end">
            <Back order={order.id} words="Back" />
            <button type="submit" className="desk-button" disabled={state !== 'idle'}>
              Decline and write
            </button>
          </div>
        </Form>
      ) : (
        <p className="desk-soft">Nobody waits for an answer about this order.</p>
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
      <p className="paper-small desk-soft">
        {name} asked to cancel it, and was told no: “{request.declined}”
      </p>
    );
  return (
    <div className="paper-slip">
      <h2>{name} asks to cancel it</h2>
      <p className="paper-small">
        {request.because} PayPal keeps its fee of what goes back. Until you answer it is not tied.
      </p>
      <p>
        {may.cancel === null ? 'Cancel it below, or' : `${may.cancel} Here you can`}{' '}
        <Link to={`/desk/orders/${id}/decline-cancel`}>decline in words</Link>.
      </p>
    </div>
  );
}
