import { nameInSize } from '#contract/line-words.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, pictured, type WrittenLetter } from '../letter-parts.ts';

/** Once for an order, to someone who has not reviewed it. Good and bad reviews are asked for alike. */
export const reviewInvited = (
  { firstName, order, arrivedOn, link }: LetterOf<'review-invited'>,
  publicUrl: string,
): WrittenLetter => ({
  subject: `How were the flowers of order ${order.id}?`,
  preview: 'One to five stars, with or without words.',
  heading: 'How were they?',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `Your flowers ${arrivedOn ? `came on ${arrivedOn}` : `were due on ${order.day}`}. Others who choose would like to know how they were, good or not.`,
    ),
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: nameInSize(item), picture: item.picture })),
      publicUrl,
    ),
    paragraph('Give one to five stars, from the page of your order. Words are welcome, and not needed.'),
    linkButton('Review your flowers', link),
  ],
  because: `You got this letter because you bought flowers at ${SHOP.name}. We ask once for an order, and do not remind you.`,
});
