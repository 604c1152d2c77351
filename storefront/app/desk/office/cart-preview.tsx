import { type CodeKind, countDiscount } from '#contract/discount.ts';
import { formatPounds, toPence, toPounds } from '#contract/money.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';

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
    <div className="office-slip">
      <h2>In the cart it reads</h2>
      <dl className="office-facts">
        <div>
          <dt>Total</dt>
          <dd>{formatPounds(goods)}</dd>
        </div>
        <div>
          <dt>Code {code}</dt>
          <dd>−{formatPounds(off)}</dd>
        </div>
        <div>
          <dt>Delivery fee</dt>
          <dd>{formatPounds(DELIVERY_FEE)}</dd>
        </div>
        <div className="sum">
          <dt>Amount to pay</dt>
          <dd>{formatPounds(toPounds(cart.amountPence - toPence(off)))}</dd>
        </div>
      </dl>
    </div>
  );
}
