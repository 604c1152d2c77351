import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const orderRefunded = (letter: LetterOf<'order-refunded'>): WrittenLetter => {
  const { firstName, orderId, amount, reason, link } = letter;
  return {
    subject: `${formatPounds(amount)} of order ${orderId} is on its way back`,
    preview: 'We have given it back through PayPal.',
    heading: 'We have sent money back to you.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(
        `We have given ${formatPounds(amount)} of your order ${orderId} back to you through PayPal. Your bank may take a few days to show it.`,
      ),
      ...(reason === null ? [] : [block('Why', [reason])]),
      paragraph(describeRest(letter)),
      linkButton('See your order', link),
      contact(orderId),
    ],
    because: `You got this letter because money of an order of yours at ${SHOP.name} was refunded.`,
  };
};

function describeRest({ orderId, paid, left, isCancelled }: LetterOf<'order-refunded'>): string {
  if (left <= 0) return `That is all of the ${formatPounds(paid)} that you paid, or the last of it.`;
  if (isCancelled)
    return `Your order ${orderId} is cancelled: its flowers are not sent. You paid ${formatPounds(paid)}, and ${formatPounds(left)} of it is still to go back to you. We write again when it has.`;
  return `You paid ${formatPounds(paid)}. After this refund, ${formatPounds(left)} of it is for your flowers and their delivery.`;
}
