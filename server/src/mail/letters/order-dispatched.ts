import { describeLine } from '#contract/line-words.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, shareTracking, type WrittenLetter } from '../letter-parts.ts';

export const orderDispatched = ({
  firstName,
  order,
  link,
  trackLink,
  carrierNumber,
}: LetterOf<'order-dispatched'>): WrittenLetter => ({
  subject: `Your order ${order.id} has left our lane`,
  preview: `Tied, packed and on the way, for ${order.day}.`,
  heading: 'Tied, packed and on the way.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(`Your flowers have left us, for delivery on ${order.day}.`),
    block(
      `Order ${order.id}`,
      order.items.map((item) => `${item.quantity} × ${describeLine(item)}`),
    ),
    block('Delivering to', order.address),
    ...(carrierNumber ? [block('The carrier calls it', [carrierNumber])] : []),
    linkButton('See your order', link),
    ...shareTracking(trackLink),
    paragraph('If anything arrives damaged, send us a photo on the day of delivery, from the page of your order.'),
    contact(order.id),
  ],
  because: `You got this letter because an order of yours left ${SHOP.name}.`,
});
