import { formatDay, londonDay } from '#contract/delivery.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';

/** What has gone back of an order: each refund with its day and why, and what is left of the amount. */
export function Refunds({ order: { amount_to_pay, refunded, refunds } }: { order: Order }) {
  if (refunds.length === 0) return null;
  const left = toPounds(toPence(amount_to_pay) - toPence(refunded));
  return (
    <div className="mb-5.5 grid gap-3 text-small">
      <ul aria-label="Refunds" className="grid gap-3">
        {refunds.map(({ amount, reason, refunded_at }) => (
          <li key={`${refunded_at} ${amount}`} className="[overflow-wrap:anywhere]">
            <b className="num font-semibold">{formatPounds(amount)}</b> refunded on{' '}
            {formatDay(londonDay(new Date(refunded_at)))}
            <span className="block text-soft">{reason}</span>
          </li>
        ))}
      </ul>
      <p className="num text-soft">
        {left > 0 ? `${formatPounds(left)} left after refunds.` : 'All of it has gone back to you.'}
      </p>
    </div>
  );
}
