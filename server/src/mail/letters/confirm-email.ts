import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const confirmEmail = ({ firstName, link }: LetterOf<'confirm-email'>): WrittenLetter => ({
  subject: 'Please confirm your email address',
  preview: 'One link to follow, and our letters reach you.',
  heading: 'Is this you?',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `Thank you for opening an account at ${SHOP.name}. Follow this link, and we know that our letters reach you.`,
    ),
    linkButton('Confirm my address', link),
    paragraph('The link works for three days. If it was not you, do nothing: the address stays unconfirmed.'),
  ],
  because: `You got this letter because this address was given when an account was opened at ${SHOP.name}.`,
});
