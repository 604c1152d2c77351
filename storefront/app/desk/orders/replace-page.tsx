import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { Form } from '../ui/form.tsx';
import { DayChoice, readDay } from './day-choice.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame } from './order-frame.tsx';

export const loader = readPage(loadOrder);

const replace: Press = async (form, { id = '' }) => {
  const body = { delivery_date: readDay(form) ?? '' };
  const { replacement } = await send('POST', `/api/desk/orders/${id}/replace/`, body);
  return `/desk/orders/${replacement}`;
};

export const meta = titled('Replacement');

export default showPage<typeof loader>(ReplaceView);
function ReplaceView({ data: { order, now } }: { data: OrderData }) {
  const open = order.days.find(
    ({ day, closed, is_full }) => closed === null && !is_full && day > (order.days[0]?.day ?? ''),
  );
  return (
    <OrderFrame order={order.id} title={`Replace order ${order.id}`}>
      {order.may.replace !== null ? (
        <p className="text-soft">{order.may.replace}</p>
      ) : (
        <Form act={replace} className="grid gap-3">
          {({ isSending }) => (
            <>
              <p className="text-soft">
                {order.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')} once more for{' '}
                {order.recipient}, with the same card, and nothing to pay.
              </p>
              <DayChoice days={order.days} chosen={open?.day ?? null} now={now} />
              <Ends>
                <Back order={order.id} words="Leave it" />
                <button type="submit" className="desk-button" disabled={isSending}>
                  Send new flowers{order.buyer.id !== null && ' and the letter'}
                </button>
              </Ends>
            </>
          )}
        </Form>
      )}
    </OrderFrame>
  );
}
