import { nameInSize } from '#contract/line-words.ts';
import type { Line } from '#server/features/orders/list-lines.ts';
import type { Sum } from '#server/features/orders/list-sums.ts';

/** Something that was paid for and can be given back by itself. */
export type RefundPart = { key: string; label: string; pence: number };

/**
 * What an order was paid with, part by part: lines, extras, delivery and the surcharge of a day. A discount is taken off what it was
 * given for, spread by price, so that the parts add up to what was paid.
 */
export function toRefundParts(lines: readonly Line[], sums: readonly Sum[], isDeliveryFree: boolean): RefundPart[] {
  const goods = lines.flatMap(toParts);
  const of = (kind: Sum['kind']): RefundPart[] =>
    sums.filter((sum) => sum.kind === kind).map(({ label, pence }) => ({ key: kind, label, pence }));
  const discount = -(sums.find(({ kind }) => kind === 'discount')?.pence ?? 0);
  const [paidGoods, paidDelivery] = isDeliveryFree
    ? [goods, takeOff(of('delivery'), discount)]
    : [takeOff(goods, discount), of('delivery')];
  return [...paidGoods, ...paidDelivery, ...of('surcharge')].filter(({ pence }) => pence > 0);
}

function toParts(line: Line): RefundPart[] {
  const { id, quantity, pricePence, extras } = line;
  const count = quantity > 1 ? `${quantity} × ` : '';
  return [
    { key: `line-${id}`, label: `${count}${nameInSize(line)}`, pence: quantity * pricePence },
    ...extras.map((extra, place) => ({
      key: `line-${id}-extra-${place}`,
      label: `${count}${extra.name}`,
      pence: quantity * extra.pricePence,
    })),
  ];
}

/** Each gives up its share; what rounding leaves is taken off the first that have it. */
function takeOff(parts: readonly RefundPart[], discount: number): RefundPart[] {
  const total = parts.reduce((sum, { pence }) => sum + pence, 0);
  if (discount <= 0 || total === 0) return [...parts];
  const reduced = parts.map((part) => ({ ...part, pence: part.pence - Math.floor((part.pence * discount) / total) }));
  let rest = reduced.reduce((sum, { pence }) => sum + pence, 0) - (total - discount);
  for (const part of reduced) {
    const taken = Math.min(rest, part.pence);
    part.pence -= taken;
    rest -= taken;
  }
  return reduced;
}
