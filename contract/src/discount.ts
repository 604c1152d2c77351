import { formatPounds, type Pence, toPounds } from './money.ts';

export const CODE_KINDS = ['percent', 'pounds', 'free delivery'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

/** What a promo code gives: percent, or pence; 0 for free delivery. */
export type Discount = { kind: CodeKind; value: number };

/** What it is taken off. The amount has everything in it: goods, delivery and the surcharge of a day. */
export type Discountable = { goodsPence: Pence; deliveryPence: Pence; amountPence: Pence };

/** The least that is left to pay: PayPal takes no payment of nothing. */
export const LEAST_AMOUNT_PENCE: Pence = 1;

const WANTED = {
  // Half a penny is rounded up. Whole numbers all the way: 1.15 × 100 is not 115.
  percent: ({ goodsPence }, value) => Math.floor((goodsPence * value + 50) / 100),
  pounds: (_, value) => value,
  'free delivery': ({ deliveryPence }) => deliveryPence,
} satisfies Record<CodeKind, (cart: Discountable, value: number) => Pence>;

/**
 * How much less is paid. Percent and pounds are taken off the goods, which never fall below nothing, so that delivery is
 * paid all the same. Where delivery costs nothing, a penny is left to pay.
 */
export function countDiscount({ kind, value }: Discount, cart: Discountable): Pence {
  const wanted = WANTED[kind](cart, value);
  const most = kind === 'free delivery' ? cart.deliveryPence : cart.goodsPence;
  return Math.max(0, Math.min(wanted, most, cart.amountPence - LEAST_AMOUNT_PENCE));
}

/** Why a cart does not get the discount: too little is in it. */
export const sayTooLittle = (code: string, leastPence: Pence, goodsPence: Pence): string =>
  `${code} is for orders from ${pounds(leastPence)}. Yours is ${pounds(goodsPence)}.`;

const pounds = (pence: Pence) => formatPounds(toPounds(pence));
