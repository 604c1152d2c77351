import { formatPounds } from '#contract/money.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const orderConfirmed = ({ firstName, order, link }: LetterOf<'order-confirmed'>): WrittenLetter => ({
  subject: `Your order ${order.id}, for ${order.day}`,
  preview: `Paid: ${formatPounds(order.paid)}. We deliver on ${order.day}.`,
  heading: 'Thank you. They’re on their way.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(`Your payment has reached us. We tie your flowers fresh and deliver them on ${order.day}.`),
    block(
      `Order ${order.id}`,
      order.items.map(({ name, quantity, price }) => `${quantity} × ${name}, ${formatPounds(price)} each`),
    ),
    block('Paid', [
      `Total ${formatPounds(order.total)}`,
      `Delivery fee ${formatPounds(order.deliveryFee)}`,
      `Amount paid ${formatPounds(order.paid)}`,
    ]),
    block('Delivered to', order.address),
    ...(order.note ? [block('Your gift note', order.note.split('\n'))] : []),
    linkButton('See your order', link),
    paragraph('If anything arrives damaged, send us a photo on the day of delivery, from the page of your order.'),
  ],
  because: `You got this letter because you paid for an order at ${SHOP.name}.`,
});
