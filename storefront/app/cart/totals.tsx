import type { ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { Price } from '../ui/price.tsx';

type Sums = Pick<Order, 'total_cost' | 'delivery_fee' | 'amount_to_pay'>;

/** Goods, delivery, and what is paid in the end. The cart has a line of its own for its code. */
export function Totals({ order, paid = false, code }: { order: Sums; paid?: boolean; code?: ReactNode }) {
  return (
    <dl className="mt-4.5 mb-5.5">
      <Line words="Total" pounds={order.total_cost} />
      {code}
      <Line words="Delivery fee" pounds={order.delivery_fee} />
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-leaf-900 border-t pt-4.5">
        <dt className="font-semibold">{paid ? 'Amount paid' : 'Amount to pay'}</dt>
        <dd className="font-serif text-[1.875rem] leading-none tracking-[-0.02em]">
          <Price pounds={order.amount_to_pay} />
        </dd>
      </div>
    </dl>
  );
}

function Line({ words, pounds }: { words: string; pounds: number }) {
  return (
    <div className="flex justify-between gap-4 py-2.5">
      <dt>{words}</dt>
      <dd>
        <Price pounds={pounds} />
      </dd>
    </div>
  );
}
