import { describeLine } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const orderCancelled = (letter: LetterOf<'order-cancelled'>): WrittenLetter => {
  const { firstName, order, amount, reason, link } = letter;
  return {
    subject: `Your order ${order.id} is cancelled`,
    preview: `${formatPounds(amount)} is on its way back to you.`,
    heading: 'Your order is cancelled.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(`Your order ${order.id}, which was to come on ${order.day}, is cancelled. These flowers are not sent.`),
      ...(reason === null ? [] : [block('Why', [reason])]),
      block(
        `Order ${order.id}`,
        order.items.map((item) => `${item.quantity} × ${describeLine(item)}`),
      ),
      paragraph(
        `All that you paid, ${formatPounds(amount)}, has been given back to you. Your bank may take a few days to show it.`,
      ),
      linkButton('See your order', link),
      contact(order.id),
    ],
    because: `You got this letter because an order of yours at ${SHOP.name} was cancelled.`,
  };
};
