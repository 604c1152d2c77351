import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** To the writer of a review that is not shown any more. The review itself is not in it: it may be what nobody should read. */
export const reviewHidden = ({ firstName, bouquet, reason, link }: LetterOf<'review-hidden'>): WrittenLetter => ({
  subject: 'Your review is hidden',
  preview: `The reason: ${reason}.`,
  heading: 'We took a review down.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(`Your review of ${bouquet} is hidden: others do not see it, and its stars do not count.`),
    paragraph(`The reason: ${reason}. A bad opinion is never one.`),
    paragraph('On the page of the bouquet you still see it, and can delete it.'),
    linkButton('See your review', link),
    paragraph(({ email }) => `Do you think we are wrong? Write to us at ${email}.`),
  ],
  because: `You got this letter because you reviewed flowers of ${SHOP.name}.`,
});
