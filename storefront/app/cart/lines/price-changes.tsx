import { nameInSize } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import type { OrderItem } from '#contract/orders.ts';

/** Names the bouquets whose price has changed since they were put into the cart. */
export function PriceChanges({ items, className = '' }: { items: readonly OrderItem[]; className?: string }) {
  const changed = items.filter(
    ({ price, price_when_added: before, availability }) =>
      availability === 'on_sale' && before !== null && before !== price,
  );
  if (changed.length === 0) return null;
  return (
    <ul aria-label="Changed prices" className={`grid gap-1 rounded-soft bg-blush px-4 py-3 text-small ${className}`}>
      {changed.map(({ id, name, size, price, price_when_added: before }) => (
        <li key={id} className="[overflow-wrap:anywhere]">
          {nameInSize({ name, size })} is now <b className="num font-semibold">{formatPounds(price)}</b>, was{' '}
          <span className="num">{formatPounds(before ?? price)}</span> when you added it.
        </li>
      ))}
    </ul>
  );
}
