import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

export const passwordRemoved = ({ firstName }: LetterOf<'password-removed'>): WrittenLetter => ({
  subject: 'You logged in by letter for the first time',
  preview: 'The earlier password no longer works.',
  heading: 'The earlier password has ended.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `You have logged in at ${SHOP.name} with a letter to this address, for the first time. So we know that the account is yours, and what was set before might not be: its password has ended, and every device that was signed in has been signed out. If you logged in on a new device, the name and the addresses that were saved before are gone as well.`,
    ),
    paragraph(
      'Was it your own password? Set it again in your account, or log in with a code from now on. Both are fine.',
    ),
    paragraph(
      ({ email }) =>
        `If it was not you who logged in, someone can read your mail. Change the password of your mailbox first, then write to us at ${email}.`,
    ),
  ],
  because: `You got this letter because of a login to your account at ${SHOP.name}.`,
});
