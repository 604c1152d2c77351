import { nameInSize } from '#contract/line-words.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, type LetterContents, pictured } from '#server/platform/mail/render/letter-parts.ts';

/** Once for an order, to someone who has not reviewed it. Good and bad reviews are asked for alike. */
export const reviewInvited = ({ firstName, order, arrivedOn, link }: LetterOf<'review-invited'>): LetterContents => ({
  subject: `How were the flowers of order ${order.id}?`,
  preview: 'One to five stars, with or without words.',
  heading: 'How were they?',
  parts: [
    greet(firstName),
    `Your flowers ${arrivedOn ? `came on ${arrivedOn}` : `were due on ${order.day}`}. Others who choose would like to know how they were, good or not.`,
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: nameInSize(item), picture: item.picture })),
    ),
    'Give one to five stars, from the page of your order. Words are welcome, and not needed.',
    button('Review your flowers', link),
  ],
  because: `You got this letter because you bought flowers at ${SHOP.name}. We ask once for an order, and do not remind you.`,
});

/** To the writer of a review that is not shown any more. The review itself is not in it: it may be what nobody should read. */
export const reviewHidden = (
  { firstName, bouquet, reason, link }: LetterOf<'review-hidden'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: 'Your review is hidden',
  preview: `The reason: ${reason}.`,
  heading: 'We took a review down.',
  parts: [
    greet(firstName),
    `Your review of ${bouquet} is hidden: others do not see it, and its stars do not count.`,
    `The reason: ${reason}. A bad opinion is never one.`,
    'On the page of the bouquet you still see it, and can delete it.',
    button('See your review', link),
    `Do you think we are wrong? Write to us at ${email}.`,
  ],
  because: `You got this letter because you reviewed flowers of ${SHOP.name}.`,
});
