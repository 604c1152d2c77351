import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

export const moneyReturned = ({ firstName, amount, isPaidFor }: LetterOf<'money-returned'>): WrittenLetter => ({
  subject: `${formatPounds(amount)} is on its way back to you`,
  preview: 'A payment came for a cart that had changed.',
  heading: 'We have sent your money back.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `A payment of ${formatPounds(amount)} reached us for a cart that had changed since, or was paid for already. We have given all of it back through PayPal; your bank may take a few days to show it.`,
    ),
    paragraph(
      isPaidFor
        ? 'Your order itself was paid for by another payment, and its flowers come as promised.'
        : 'No order came of that payment. If you still want the flowers, your cart is waiting.',
    ),
    paragraph(`If something looks wrong to you, write to us at ${SHOP.email}.`),
  ],
  because: `You got this letter because a payment to ${SHOP.name} was returned.`,
});
