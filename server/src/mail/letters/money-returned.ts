import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

type MoneyReturned = LetterOf<'money-returned'>;

const PAID_BY_ANOTHER = 'Your order itself was paid for by another payment';
const COMES = `${PAID_BY_ANOTHER}, and its flowers come as promised.`;
const IN_CART = 'No order came of that payment. If you still want the flowers, your cart is waiting.';

const NOW = {
  'awaiting payment': 'PayPal is still deciding about another payment of this order: we write to you when it has.',
  'to tie': COMES,
  tied: COMES,
  out: COMES,
  delivered: `${PAID_BY_ANOTHER}.`,
  'not delivered': `${PAID_BY_ANOTHER}.`,
  cancelled: `${PAID_BY_ANOTHER}, and has been cancelled.`,
  cart: IN_CART,
  none: 'No order came of that payment.',
} as const satisfies Record<NonNullable<MoneyReturned['now']>, string>;

export const moneyReturned = (letter: MoneyReturned): WrittenLetter => {
  const { firstName, amount, isPaidFor, isAtPaypal, now = isPaidFor ? 'to tie' : 'cart' } = letter;
  return {
    subject: `${formatPounds(amount)} is on its way back to you`,
    preview: isAtPaypal ? 'A payment was given back at PayPal.' : 'A payment came for a cart that had changed.',
    heading: isAtPaypal ? 'Your money has been sent back.' : 'We have sent your money back.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(
        isAtPaypal
          ? `Your payment of ${formatPounds(amount)} was given back at PayPal before an order came of it. Your bank may take a few days to show it.`
          : `A payment of ${formatPounds(amount)} reached us for a cart that had changed since, or was paid for already. We have given all of it back through PayPal; your bank may take a few days to show it.`,
      ),
      paragraph(NOW[now]),
      paragraph(({ email }) => `If something looks wrong to you, write to us at ${email}.`),
    ],
    because: `You got this letter because a payment to ${SHOP.name} was returned.`,
  };
};
