import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** Says what happens now: new flowers on a day, or an answer that the florist still has to write. */
export const claimTaken = (letter: LetterOf<'claim-taken'>): WrittenLetter => {
  const { firstName, orderId, replacement, link } = letter;
  return {
    subject: replacement
      ? `New flowers for order ${orderId}, on ${replacement.day}`
      : `We have your photo of order ${orderId}`,
    preview: replacement ? 'The same again, at no charge.' : 'The florist answers you by email.',
    heading: replacement ? 'Sorry. The same again, on us.' : 'Sorry to hear it.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(
        `Thank you for the photo of order ${orderId}. Flowers that arrive damaged are not what we promised, and we are sorry.`,
      ),
      ...whatNow(letter),
      linkButton('See your order', link),
      paragraph('Your statutory rights are not affected.'),
    ],
    because: `You got this letter because you reported damaged flowers to ${SHOP.name}.`,
  };
};

function whatNow({ onTheDay, replacement }: LetterOf<'claim-taken'>) {
  if (replacement) {
    return [
      paragraph(
        `We tie the same flowers again and deliver them on ${replacement.day}, to the same address and with the same note. There is nothing to pay. It is order ${replacement.order}.`,
      ),
    ];
  }
  if (onTheDay) return [paragraph('Our florist looks at the photo and answers you by email.')];
  return [
    paragraph(
      'Our promise is for reports on the day of delivery. Yours came later, so our florist looks at the photo first and answers you by email.',
    ),
  ];
}
