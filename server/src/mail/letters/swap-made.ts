import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const swapMade = (letter: LetterOf<'swap-made'>): WrittenLetter => {
  const { firstName, orderId, bouquet, flower, count, instead, insteadCount, day } = letter;
  return {
    subject: `A flower was swapped in your order ${orderId}`,
    preview: `${instead} instead of ${flower}.`,
    heading: 'One flower gave way to another.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(`We were short of a flower for ${bouquet}, for ${day}, and chose something as lovely.`),
      block('Missing', [`${count} × ${flower}`]),
      block('Used instead', [`${insteadCount} × ${instead}`]),
      contact(orderId, 'Not what you would have chosen?'),
    ],
    because: `You got this letter because a flower of your order was missing at ${SHOP.name}.`,
  };
};
