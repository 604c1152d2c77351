import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

export const passwordChanged = ({ firstName }: LetterOf<'password-changed'>): WrittenLetter => ({
  subject: 'Your password was changed',
  preview: 'If that was you, there is nothing to do.',
  heading: 'Your password was changed.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `Your account at ${SHOP.name} has a new password, and every other device that was signed in has been signed out. If that was you, there is nothing to do.`,
    ),
    paragraph(
      ({ email }) =>
        `If it was not you, someone knows your password or can read your mail. Change the password of your mailbox first, then ask for a new one on our sign-in page, and write to us at ${email}.`,
    ),
  ],
  because: `You got this letter because the password of your account at ${SHOP.name} was changed.`,
});
