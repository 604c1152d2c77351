import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import { type Press, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { StageShape } from '../stage-shape.tsx';
import { Hidden } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { readText } from '../ui/read-form.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, Ends, OrderFrame, WhyNot } from './order-frame.tsx';
import { describeLimit, Why } from './refund-page.tsx';

export const loader = readPage(loadOrder);

const cancel: Press = async (form, { id = '' }) => {
  const left = Number(readText(form, 'left'));
  await send('POST', `/api/desk/orders/${id}/cancel/`, { words: readText(form, 'words'), left });
  return `/desk/orders/${id}`;
};

export const meta = titled('Cancel an order');

export default showPage<typeof loader>(CancelView);
function CancelView({ data: { order } }: { data: OrderData }) {
  const { money, buyer, may, run } = order;
  const bouquets = order.lines.map(({ name }) => name).join(', ');
  return (
    <OrderFrame order={order.id} title={`Cancel order ${order.id}?`}>
      {may.cancel !== null ? (
        <WhyNot claim={order.claim} why={may.cancel} />
      ) : (
        <Form act={cancel} className="grid gap-3">
          {({ isSending }) => (
            <>
              <Hidden values={{ left: money.left }} />
              <p className="text-soft">
                {bouquets} for {order.recipient}, {order.arrives_on && formatDay(order.arrives_on)}. It has not been
                tied.
              </p>
              <ul className="grid gap-3">
                <li className="flex gap-2.5">
                  <StageShape of="refunded" />
                  <span>
                    <b>{formatPounds(money.left)} goes back</b> to {buyer.name || 'the buyer'} by PayPal
                    {money.back + money.on_its_way > 0 ? ', what is left of it.' : ', all of it, delivery too.'}
                  </span>
                </li>
                <li className="flex gap-2.5">
                  <StageShape of="cancelled" />
                  The ticket leaves the day sheet; its place {run ? `on run ${run.number} ` : 'on the day '}is free
                  again.
                </li>
                {order.replaced_by !== null && (
                  <li className="flex gap-2.5">
                    <StageShape of="to tie" />
                    Order {order.replaced_by} sends these flowers anew for nothing, and goes on.
                  </li>
                )}
                {buyer.id !== null && (
                  <li className="flex gap-2.5">
                    <StageShape of="letter" />
                    {buyer.name} gets a letter that says so.
                  </li>
                )}
              </ul>
              <Why />
              <p className="text-small text-soft">
                {describeLimit(money)} This cannot be undone. To keep a part, use Refund instead.
              </p>
              <Ends>
                <Back order={order.id} words="Keep the order" />
                <button type="submit" className="desk-button danger" disabled={isSending}>
                  Cancel and refund {formatPounds(money.left)}
                </button>
              </Ends>
            </>
          )}
        </Form>
      )}
    </OrderFrame>
  );
}
