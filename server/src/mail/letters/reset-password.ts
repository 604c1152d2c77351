import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const resetPassword = ({ firstName, link }: LetterOf<'reset-password'>): WrittenLetter => ({
  subject: 'Choose a new password',
  preview: 'The link works once, for three hours.',
  heading: 'A new password, then.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(`You asked for a new password for your account at ${SHOP.name}. Choose it with this link.`),
    linkButton('Choose a new password', link),
    paragraph('The link works once, for three hours. Afterwards you can ask for another.'),
    paragraph('If it was not you, do nothing. Your password stays as it is, and nobody has seen it.'),
  ],
  because: `You got this letter because someone asked for a new password for this address at ${SHOP.name}.`,
});
