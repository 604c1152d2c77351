import { describeRoles } from '#contract/role-words.ts';
import { SHOP } from '#contract/shop.ts';
import { STAFF_LINK_MINUTES } from '#contract/staff.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, type LetterContents } from '#server/platform/mail/render/letter-parts.ts';

export const deskInvitation = ({ firstName, roles, invitedBy, link }: LetterOf<'desk-invitation'>): LetterContents => ({
  subject: `You are invited to the desk of ${SHOP.name}`,
  preview: `As ${describeRoles(roles)}. The link works for seven days.`,
  heading: 'You are invited to the bench.',
  parts: [
    greet(firstName),
    `${invitedBy ?? 'The shop'} asks you to join the desk of ${SHOP.name} as ${describeRoles(roles)}. The page behind this link says what that lets you do, and makes a passkey for you: a fingerprint, a face or the lock of your screen instead of a password.`,
    button('See the invitation', link),
    'The link works once, for seven days. If it is not meant for you, do nothing: nobody joins without it.',
  ],
  because: `You got this letter because somebody at ${SHOP.name} wrote your address on an invitation.`,
});

export const deskLink = ({ firstName, link }: LetterOf<'desk-link'>): LetterContents => ({
  subject: 'Your link to the desk',
  preview: `It works once, for ${STAFF_LINK_MINUTES} minutes, in the browser that asked for it.`,
  heading: 'The door is ajar.',
  parts: [
    greet(firstName),
    `This link opens the desk once, for ${STAFF_LINK_MINUTES} minutes, in the browser in which it was asked for.`,
    button('Open the desk', link),
    'If it was not you, do nothing. The link opens nothing in any other browser.',
  ],
  because: `You got this letter because someone asked for a link to the desk of ${SHOP.name} with this address.`,
});

const WORDS: Record<LetterOf<'desk-access'>['what'], { subject: string; sentence: string }> = {
  'passkey added': {
    subject: 'A passkey was added at the desk',
    sentence: 'A new passkey opens the desk as you from now on.',
  },
  'passkey removed': {
    subject: 'A passkey was removed at the desk',
    sentence: 'One of your passkeys was removed. It opens the desk no longer.',
  },
  'recovery codes made': {
    subject: 'You have new recovery codes',
    sentence: 'Ten new recovery codes were made for you at the desk. The earlier ones work no longer.',
  },
  'recovery code used': {
    subject: 'A recovery code opened the desk',
    sentence: 'One of your recovery codes was used to sign in at the desk. It is used up.',
  },
};

export const deskAccess = ({ firstName, what, link }: LetterOf<'desk-access'>): LetterContents => ({
  subject: WORDS[what].subject,
  preview: 'If it was not you, sign the device out.',
  heading: 'How you get in has changed.',
  parts: [
    greet(firstName),
    WORDS[what].sentence,
    'If it was you, there is nothing to do. If it was not, sign the device out, and tell the owner today.',
    button('See your devices', link),
  ],
  because: `You got this letter because you work at the desk of ${SHOP.name}.`,
});
