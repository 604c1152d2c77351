import { describeLine } from '#contract/line-words.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, pictured, type WrittenLetter } from '../letter-parts.ts';

/** The flowers have arrived. On the day of delivery the promise about damaged flowers still holds. */
export const orderDelivered = (
  { firstName, order, onItsDay, link }: LetterOf<'order-delivered'>,
  publicUrl: string,
): WrittenLetter => ({
  subject: `Your order ${order.id} has arrived`,
  preview: 'The flowers are at the door they were sent to.',
  heading: 'They have arrived.',
  parts: [
    paragraph(greet(firstName)),
    paragraph('Your flowers are at the door they were sent to.'),
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: `${item.quantity} × ${describeLine(item)}`, picture: item.picture })),
      publicUrl,
    ),
    block('Delivered to', order.address),
    linkButton('See your order', link),
    paragraph(
      onItsDay
        ? 'If anything arrived damaged, send us a photo today, from the page of your order, and we replace it.'
        : 'If anything arrived damaged, send us a photo from the page of your order.',
    ),
    contact(order.id, 'A question?'),
  ],
  because: `You got this letter because an order of yours at ${SHOP.name} has arrived.`,
});
