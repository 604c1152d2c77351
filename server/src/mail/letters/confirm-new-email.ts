import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const confirmNewEmail = ({ firstName, link }: LetterOf<'confirm-new-email'>): WrittenLetter => ({
  subject: 'Please confirm your new email address',
  preview: 'One link to follow, and our letters come here.',
  heading: 'Shall we write to you here?',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `This address was given for an account at ${SHOP.name}, in place of the one it has. Follow this link, and from then on you sign in with it and our letters come here.`,
    ),
    linkButton('Use this address', link),
    paragraph('The link works for three days. If it was not you, do nothing: the account keeps the address it has.'),
  ],
  because: `You got this letter because this address was given for an account at ${SHOP.name}.`,
});
