import { useNavigation } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds } from '#contract/money.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { ConfirmedForm } from '../staff/confirmed-form.tsx';
import { StageShape } from '../stage-shape.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { Back, OrderFrame, WhyNot } from './order-frame.tsx';
import { describeLimit, Why } from './refund-page.tsx';

export const cancelPage: DeskPage<OrderData> = {
  path: 'orders/:id/cancel',
  title: 'Cancel an order',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    const left = Number(readText(form, 'left'));
    await api.send('POST', `/api/desk/orders/${id}/cancel/`, { words: readText(form, 'words'), left });
    return `/desk/orders/${id}`;
  },
  keeps: ['words'],
  View: CancelView,
};

function CancelView({ data: { order }, refused, typed }: { data: OrderData } & Partial<Refused>) {
  const { state } = useNavigation();
  const { money, buyer, may, run } = order;
  const bouquets = order.lines.map(({ name }) => name).join(', ');
  return (
    <OrderFrame order={order.id} title={`Cancel order ${order.id}?`} refused={refused} fields={['words']}>
      {may.cancel !== null ? (
        <WhyNot claim={order.claim} why={may.cancel} />
      ) : (
        <ConfirmedForm>
          <input type="hidden" name="left" value={money.left} />
          <p className="desk-soft">
            {bouquets} for {order.recipient}, {order.arrives_on && formatDay(order.arrives_on)}. It has not been tied.
          </p>
          <ul className="order-then">
            <li>
              <StageShape of="refunded" />
              <span>
                <b>{formatPounds(money.left)} goes back</b> to {buyer.name || 'the buyer'} by PayPal
                {money.back + money.on_its_way > 0 ? ', what is left of it.' : ', all of it, delivery too.'}
              </span>
            </li>
            <li>
              <StageShape of="cancelled" />
              The ticket leaves the day sheet; its place {run ? `on run ${run.number} ` : 'on the day '}is free again.
            </li>
            {order.replaced_by !== null && (
              <li>
                <StageShape of="to tie" />
                Order {order.replaced_by} sends these flowers anew for nothing, and goes on.
              </li>
            )}
            {buyer.id !== null && (
              <li>
                <StageShape of="letter" />
                {buyer.name} gets a letter that says so.
              </li>
            )}
          </ul>
          <Why refused={refused} typed={typed} />
          <p className="paper-small desk-soft">
            {describeLimit(money)} This cannot be undone. To keep a part, use Refund instead.
          </p>
          <div className="order-end">
            <Back order={order.id} words="Keep the order" />
            <button type="submit" className="desk-button paper-danger" disabled={state !== 'idle'}>
              Cancel and refund {formatPounds(money.left)}
            </button>
          </div>
        </ConfirmedForm>
      )}
    </OrderFrame>
  );
}
