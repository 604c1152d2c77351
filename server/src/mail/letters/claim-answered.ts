import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const claimAnswered = (letter: LetterOf<'claim-answered'>): WrittenLetter => {
  const { firstName, orderId, words, replacement, link } = letter;
  return {
    subject: `Your damaged flowers, order ${orderId}`,
    preview: replacement ? `New flowers on ${replacement.day}, at no charge.` : 'Our florist has answered.',
    heading: replacement ? 'The same again, on us.' : 'Our florist has answered.',
    parts: [
      paragraph(greet(firstName)),
      paragraph(`Our florist has looked at your photo of order ${orderId}.`),
      ...(words ? [block('In the florist’s words', words.split('\n'))] : []),
      ...(replacement
        ? [
            paragraph(
              `New flowers come on ${replacement.day}, to the same address. There is nothing to pay. It is order ${replacement.order}.`,
            ),
          ]
        : []),
      linkButton('See your order', link),
      paragraph(({ email }) => `Something to add? Write to us at ${email}. Your statutory rights are not affected.`),
    ],
    because: `You got this letter because you reported damaged flowers to ${SHOP.name}.`,
  };
};
