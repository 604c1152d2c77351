import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, photograph, type WrittenLetter } from '../letter-parts.ts';

/** The links only open the page: mail programs follow links by themselves, and that is no answer. */
export const swapAsked = (letter: LetterOf<'swap-asked'>, publicUrl: string): WrittenLetter => {
  const { firstName, orderId, bouquet, flower, count, instead, insteadCount, day, photoPath, link } = letter;
  return {
    subject: `A question about your flowers, order ${orderId}`,
    preview: `May we use ${instead} instead of ${flower}?`,
    heading: 'May we swap a flower?',
    parts: [
      paragraph(greet(firstName)),
      paragraph(
        `We are about to tie ${bouquet}, for ${day}, and are short of a flower. You wanted to be asked first, so we do.`,
      ),
      block('Missing', [`${count} × ${flower}`]),
      block('We would use instead', [`${insteadCount} × ${instead}`]),
      ...(photoPath ? [photograph(photoPath, `${instead}, as we have it today`, publicUrl)] : []),
      linkButton('That is fine', `${link}?answer=fine`),
      linkButton('Please call me', `${link}?answer=call`),
      paragraph('Your flowers wait until we hear from you.'),
      contact(orderId),
    ],
    because: `You got this letter because a flower of your order is missing at ${SHOP.name}.`,
  };
};
