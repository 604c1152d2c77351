import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, contact, type LetterContents, lines, photograph } from '#server/platform/mail/render/letter-parts.ts';

/** The links only open the page: mail programs follow links by themselves, and that is no answer. */
export const swapAsked = (letter: LetterOf<'swap-asked'>, { email }: ShopDetails): LetterContents => {
  const { firstName, orderId, bouquet, flower, count, instead, insteadCount, day, photoPath, link } = letter;
  return {
    subject: `A question about your flowers, order ${orderId}`,
    preview: `May we use ${instead} instead of ${flower}?`,
    heading: 'May we swap a flower?',
    parts: [
      greet(firstName),
      `We are about to tie ${bouquet}, for ${day}, and are short of a flower. You wanted to be asked first, so we do.`,
      lines('Missing', [`${count} × ${flower}`]),
      lines('We would use instead', [`${insteadCount} × ${instead}`]),
      photoPath && photograph(photoPath, `${instead}, as we have it today`),
      button('That is fine', `${link}?answer=fine`),
      button('Please call me', `${link}?answer=call`),
      'Your flowers wait until we hear from you.',
      contact(email, orderId),
    ],
    because: `You got this letter because a flower of your order is missing at ${SHOP.name}.`,
  };
};

export const swapMade = (letter: LetterOf<'swap-made'>, { email }: ShopDetails): LetterContents => {
  const { firstName, orderId, bouquet, flower, count, instead, insteadCount, day } = letter;
  return {
    subject: `A flower was swapped in your order ${orderId}`,
    preview: `${instead} instead of ${flower}.`,
    heading: 'One flower gave way to another.',
    parts: [
      greet(firstName),
      `We were short of a flower for ${bouquet}, for ${day}, and chose something as lovely.`,
      lines('Missing', [`${count} × ${flower}`]),
      lines('Used instead', [`${insteadCount} × ${instead}`]),
      contact(email, orderId, 'Not what you would have chosen?'),
    ],
    because: `You got this letter because a flower of your order was missing at ${SHOP.name}.`,
  };
};
