import { LOGIN_CODE_MINUTES } from '#contract/limits.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, code, type LetterContents } from '#server/platform/mail/render/letter-parts.ts';

export const confirmEmail = ({ firstName, link }: LetterOf<'confirm-email'>): LetterContents => ({
  subject: 'Please confirm your email address',
  preview: 'One link to follow, and our letters reach you.',
  heading: 'Is this you?',
  parts: [
    greet(firstName),
    `Thank you for opening an account at ${SHOP.name}. Follow this link, and we know that our letters reach you.`,
    button('Confirm my address', link),
    'The link works for three days. If it was not you, do nothing: the address stays unconfirmed.',
  ],
  because: `You got this letter because this address was given when an account was opened at ${SHOP.name}.`,
});

export const confirmNewEmail = ({ firstName, link }: LetterOf<'confirm-new-email'>): LetterContents => ({
  subject: 'Please confirm your new email address',
  preview: 'One link to follow, and our letters come here.',
  heading: 'Shall we write to you here?',
  parts: [
    greet(firstName),
    `This address was given for an account at ${SHOP.name}, in place of the one it has. Follow this link, and from then on you sign in with it and our letters come here.`,
    button('Use this address', link),
    'The link works for three days. If it was not you, do nothing: the account keeps the address it has.',
  ],
  because: `You got this letter because this address was given for an account at ${SHOP.name}.`,
});

// The new address is not named: anyone may have typed it, and this address may never have been confirmed.
export const emailChangeAsked = (
  { firstName, hasPassword = true }: LetterOf<'email-change-asked'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: 'A new email address for your account',
  preview: 'If that was you, there is nothing to do here.',
  heading: 'Your address is about to change.',
  parts: [
    greet(firstName),
    `Someone who ${hasPassword ? 'knows the password of' : 'can read this mailbox and is logged in to'} your account at ${SHOP.name} asked to use another email address for it. We have written to that address. Until the link in that letter is followed, nothing changes, and our letters come here.`,
    ifNotYou(hasPassword, email),
  ],
  because: `You got this letter because this is the address of an account at ${SHOP.name}.`,
});

const ifNotYou = (hasPassword: boolean, email: string): string =>
  hasPassword
    ? `If that was you, there is nothing to do here. If it was not you, set a new password now, on your account page or by way of our sign-in page: that gives the change up too. Then write to us at ${email}.`
    : `If that was you, there is nothing to do here. If it was not you, change the password of your mailbox first. Then set a password on your account page: that gives the change up too, and logs everyone else out. Then write to us at ${email}.`;

export const resetPassword = ({ firstName, link }: LetterOf<'reset-password'>): LetterContents => ({
  subject: 'Choose a new password',
  preview: 'The link works once, for three hours.',
  heading: 'A new password, then.',
  parts: [
    greet(firstName),
    `You asked for a new password for your account at ${SHOP.name}. Choose it with this link.`,
    button('Choose a new password', link),
    'The link works once, for three hours. Afterwards you can ask for another.',
    'If it was not you, do nothing. Your password stays as it is, and nobody has seen it.',
  ],
  because: `You got this letter because someone asked for a new password for this address at ${SHOP.name}.`,
});

export const passwordChanged = (
  { firstName }: LetterOf<'password-changed'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: 'Your password was changed',
  preview: 'If that was you, there is nothing to do.',
  heading: 'Your password was changed.',
  parts: [
    greet(firstName),
    `Your account at ${SHOP.name} has a new password, and every other device that was signed in has been signed out. If that was you, there is nothing to do.`,
    `If it was not you, someone knows your password or can read your mail. Change the password of your mailbox first, then ask for a new one on our sign-in page, and write to us at ${email}.`,
  ],
  because: `You got this letter because the password of your account at ${SHOP.name} was changed.`,
});

const NOT_YOU = 'If it was not you, do nothing, and tell nobody the code: we never ask for it. Nothing changes.';

/** The code is in the subject, so that a phone shows it without the letter being opened. */
export const loginCode = ({ firstName, code: digits, link }: LetterOf<'login-code'>): LetterContents => ({
  subject: `${spaced(digits)} is your code`,
  preview: `It works once, for ${LOGIN_CODE_MINUTES} minutes, where it was asked for.`,
  heading: link === null ? 'Is it you?' : 'Come in.',
  parts: [
    greet(firstName),
    link === null
      ? `This code shows us that it is you who changes your account at ${SHOP.name}.`
      : `This code logs you in at ${SHOP.name}, in the browser where you asked for it.`,
    code(spaced(digits)),
    `It works once, for ${LOGIN_CODE_MINUTES} minutes. A newer one takes its place.`,
    link !== null && 'Or press this, and then Log in on the page that opens. It works in any browser of yours.',
    link !== null && button('Log in', link),
    NOT_YOU,
  ],
  because: `You got this letter because someone asked for a code for this address at ${SHOP.name}.`,
});

/** `123 456`, which is easier to copy by eye. */
const spaced = (digits: string): string => `${digits.slice(0, 3)} ${digits.slice(3)}`;

export const passwordRemoved = (
  { firstName }: LetterOf<'password-removed'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: 'You logged in by letter for the first time',
  preview: 'The earlier password no longer works.',
  heading: 'The earlier password has ended.',
  parts: [
    greet(firstName),
    `You have logged in at ${SHOP.name} with a letter to this address, for the first time. So we know that the account is yours, and what was set before might not be: its password has ended, and every device that was signed in has been signed out. If you logged in on a new device, the name and the addresses that were saved before are gone as well.`,
    'Was it your own password? Set it again in your account, or log in with a code from now on. Both are fine.',
    `If it was not you who logged in, someone can read your mail. Change the password of your mailbox first, then write to us at ${email}.`,
  ],
  because: `You got this letter because of a login to your account at ${SHOP.name}.`,
});

export const accountDeleted = ({ firstName }: LetterOf<'account-deleted'>, { email }: ShopDetails): LetterContents => ({
  subject: 'Your account has been deleted',
  preview: 'What we removed, and what the law asks us to keep.',
  heading: 'Goodbye, and thank you.',
  parts: [
    greet(firstName),
    `Your account at ${SHOP.name} is gone: your name, your email address, your addresses, your cart, your reviews, your photos and every sign-in. You cannot sign in any more, and we cannot bring it back.`,
    'Records of payments stay for six years, because the law asks it. They no longer say who you are.',
    `If it was not you who did this, write to us at ${email}.`,
  ],
  because: `You got this letter because your account at ${SHOP.name} was deleted. It is the last one.`,
});
