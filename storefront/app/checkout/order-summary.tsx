import type { ReactNode } from 'react';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { chargedExtras } from '#contract/order-totals.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { ChoiceWords } from '../cart/choice-words.tsx';
import { PriceChanges } from '../cart/lines/price-changes.tsx';
import { unitPrice } from '../cart/lines/unit-price.ts';
import { Totals } from '../cart/totals.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { type Fact, OrderFacts } from './order-facts.tsx';

type Props = {
  cart: Order;
  facts: readonly Fact[];
  /** Bouquets and sums are folded to the amount to pay. */
  isFolded: boolean;
  busy: boolean;
  onEdit: (fact: Fact) => void;
  children: ReactNode;
};

/** The bouquets, the sums, address and day; below them the payment. */
export function OrderSummary({ cart, facts, isFolded, busy, onEdit, children }: Props) {
  return (
    <aside aria-labelledby="order-title" className="paper-card min-w-0 desk:sticky desk:top-6">
      <h2 id="order-title" className={isFolded ? 'sr-only' : 'mb-4.5 text-[1.75rem]'}>
        Your order
      </h2>
      {isFolded ? <FoldedOrder cart={cart} /> : <WholeOrder cart={cart} />}
      <PriceChanges items={cart.order_items} className="mb-4" />
      {facts.length > 0 && (
        <div className="mb-5.5">
          <OrderFacts facts={facts} disabled={busy} onEdit={onEdit} />
        </div>
      )}
      {children}
    </aside>
  );
}

function FoldedOrder({ cart }: { cart: Order }) {
  const units = cart.order_items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <details className="mb-2.5">
      <summary data-keep-clear className="flex min-h-11 flex-wrap items-baseline gap-x-3">
        <span className="flex-1 font-semibold">Amount to pay</span>
        <Price pounds={cart.amount_to_pay} className="font-serif text-[1.625rem] leading-none" />
        <span className="w-full text-small text-soft">
          {units === 1 ? '1 bouquet' : `${units} bouquets`} and delivery. <span className="link">Details</span>
        </span>
      </summary>
      <div className="mt-4">
        <WholeOrder cart={cart} />
      </div>
    </details>
  );
}

const unitOf = (item: OrderItem) => unitPrice(item, chargedExtras(item.extras));

function WholeOrder({ cart }: { cart: Order }) {
  return (
    <>
      <ul className="grid gap-3 border-line border-b pb-4">
        {cart.order_items.map((item) => (
          <li key={item.id} className="stacks grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-3.5 text-small">
            {item.picture ? (
              <Picture picture={item.picture} alt="" sizes="48px" className="h-14.5 w-12 rounded-square" />
            ) : (
              <span className="bone h-14.5 w-12" />
            )}
            <span className="[overflow-wrap:anywhere]">
              {item.name}
              <ChoiceWords item={item} className="block text-soft" />
              <span className="num block text-soft">
                {item.quantity} × {formatPounds(unitOf(item))}
              </span>
            </span>
            <Price pounds={toPounds(toPence(unitOf(item)) * item.quantity)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <Totals order={cart} />
    </>
  );
}
