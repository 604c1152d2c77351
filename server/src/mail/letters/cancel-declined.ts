import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, textLink, type WrittenLetter } from '../letter-parts.ts';

export const cancelDeclined = ({
  firstName,
  order,
  reason,
  isToCome,
  link,
  changeLink,
}: LetterOf<'cancel-declined'>): WrittenLetter => ({
  subject: `Your order ${order.id} is not cancelled`,
  preview: isToCome ? `It comes on ${order.day}, as agreed.` : reason,
  heading: 'Your order is not cancelled.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `You asked us to cancel your order ${order.id}, for ${order.day}. ${isToCome ? 'We have looked at it, and it comes on that day, as agreed.' : 'It is not cancelled, and no money goes back.'}`,
    ),
    block('Why', [reason]),
    linkButton('See your order', link),
    ...(changeLink ? [textLink('Change this order', changeLink)] : []),
    contact(order.id),
  ],
  because: `You got this letter because you asked ${SHOP.name} to cancel an order.`,
});
