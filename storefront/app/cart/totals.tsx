import { Fragment, type ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { listSumRows, TOTAL } from '#contract/sum-rows.ts';
import { Price } from '../ui/price.tsx';

type Sums = Pick<Order, 'total_cost' | 'delivery_fee' | 'amount_to_pay' | 'sums'>;

/**
 * Goods, delivery, whatever else there is, and what is paid in the end. The cart has a line of its own for its code, in the
 * place of the discount.
 */
export function Totals({ order, paid = false, code }: { order: Sums; paid?: boolean; code?: ReactNode }) {
  const sums = code ? order.sums.filter(({ kind }) => kind !== 'discount') : order.sums;
  return (
    <dl data-keep-clear className="mt-4.5 mb-5.5">
      {listSumRows({ total: order.total_cost, deliveryFee: order.delivery_fee, sums }).map((row) => (
        <Fragment key={row.words}>
          <Line {...row} />
          {row.words === TOTAL && code}
        </Fragment>
      ))}
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
