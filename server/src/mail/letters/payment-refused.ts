import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const paymentRefused = ({ firstName, amount, link }: LetterOf<'payment-refused'>): WrittenLetter => ({
  subject: 'Your payment did not go through',
  preview: 'No money was taken. Your flowers are in the cart again.',
  heading: 'Your payment did not go through.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `PayPal was still deciding about your payment of ${formatPounds(amount)}, and has now refused it. No money was taken.`,
    ),
    paragraph('Your flowers are in your cart again. If you still want them, choose a day and pay in another way.'),
    linkButton('See your cart', link),
    paragraph(({ email }) => `If something looks wrong to you, write to us at ${email}.`),
  ],
  because: `You got this letter because a payment to ${SHOP.name} was waiting for PayPal.`,
});
