import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

// The new address is not named: anyone may have typed it, and this address may never have been confirmed.
export const emailChangeAsked = ({ firstName, hasPassword = true }: LetterOf<'email-change-asked'>): WrittenLetter => ({
  subject: 'A new email address for your account',
  preview: 'If that was you, there is nothing to do here.',
  heading: 'Your address is about to change.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `Someone who ${hasPassword ? 'knows the password of' : 'can read this mailbox and is logged in to'} your account at ${SHOP.name} asked to use another email address for it. We have written to that address. Until the link in that letter is followed, nothing changes, and our letters come here.`,
    ),
    paragraph(({ email }) => ifNotYou(hasPassword, email)),
  ],
  because: `You got this letter because this is the address of an account at ${SHOP.name}.`,
});

const ifNotYou = (hasPassword: boolean, email: string): string =>
  hasPassword
    ? `If that was you, there is nothing to do here. If it was not you, set a new password now, on your account page or by way of our sign-in page: that gives the change up too. Then write to us at ${email}.`
    : `If that was you, there is nothing to do here. If it was not you, change the password of your mailbox first. Then set a password on your account page: that gives the change up too, and logs everyone else out. Then write to us at ${email}.`;
