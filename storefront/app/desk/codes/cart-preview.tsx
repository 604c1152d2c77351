import { type CodeKind, countDiscount } from '#contract/discount.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';
import { Facts, Slip } from '../ui/slip.tsx';

/** What somebody buys in the example. */
const EXAMPLE = 62;

type Props = { code: string; kind: CodeKind; value: number; least: number | null };

/** How a code reads in a cart of an ordinary order. */
export function CartPreview({ code, kind, value, least }: Props) {
  const goods = Math.max(EXAMPLE, least ?? 0);
  const cart = {
    goodsPence: toPence(goods),
    deliveryPence: toPence(DELIVERY_FEE),
    amountPence: toPence(goods + DELIVERY_FEE),
  };
  const off = toPounds(countDiscount({ kind, value: kind === 'pounds' ? toPence(value) : value }, cart));
  return (
    <Slip as="div" title="In the cart it reads">
      <Facts
        facts={[
          ['Total', formatPounds(goods)],
          [`Code ${code}`, `−${formatPounds(off)}`],
          ['Delivery fee', formatPounds(DELIVERY_FEE)],
          ['Amount to pay', formatPounds(toPounds(cart.amountPence - toPence(off))), 'sum'],
        ]}
      />
    </Slip>
  );
}
