import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { contact, linkButton, paragraph, textLink, type WrittenLetter } from '../letter-parts.ts';

export const orderReplaced = ({
  firstName,
  orderId,
  replacement,
  link,
  changeLink,
}: LetterOf<'order-replaced'>): WrittenLetter => ({
  subject: `New flowers for order ${orderId}`,
  preview: `The same again on ${replacement.day}, at no charge.`,
  heading: 'The same again, on us.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `We send the flowers of order ${orderId} once more. They come on ${replacement.day}, to the same address, with the same card. There is nothing to pay. It is order ${replacement.order}.`,
    ),
    linkButton('See your order', link),
    ...(changeLink ? [textLink('Change this order', changeLink)] : []),
    contact(replacement.order),
  ],
  because: `You got this letter because we replace an order of yours at ${SHOP.name}.`,
});
