import type { ReactNode } from 'react';
import { formatDay } from '#contract/delivery.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { Totals } from '../cart/totals.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';

type Props = { cart: Order; day: string | undefined; place: string | undefined; children: ReactNode };

/** What is bought, what it costs, when and where it comes; below it the way to pay. */
export function OrderSummary({ cart, day, place, children }: Props) {
  return (
    <aside aria-labelledby="order-title" className="paper-card desk:sticky desk:top-6">
      <h2 id="order-title" className="mb-4.5 text-[1.75rem]">
        Your order
      </h2>
      <ul className="grid gap-3 border-line border-b pb-4">
        {cart.order_items.map(({ id, name, picture, price, quantity }) => (
          <li key={id} className="grid grid-cols-[3rem_1fr_auto] items-center gap-3.5 text-small">
            {picture ? (
              <Picture picture={picture} alt="" sizes="48px" className="h-14.5 w-12 rounded-square" />
            ) : (
              <span className="bone h-14.5 w-12" />
            )}
            <span className="[overflow-wrap:anywhere]">
              {name}
              <span className="num block text-soft">
                {quantity} × {formatPounds(price)}
              </span>
            </span>
            <Price pounds={toPounds(toPence(price) * quantity)} className="font-semibold" />
          </li>
        ))}
      </ul>
      <Totals order={cart} />
      {day && (
        <p className="tag-label mb-5.5 text-small before:bg-lift">
          {formatDay(day)}
          {place && (
            <>
              , to <b className="font-semibold">{place}</b>
            </>
          )}
        </p>
      )}
      {children}
    </aside>
  );
}
