import { describeRoles } from '#contract/role-words.ts';
import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

export const deskInvitation = ({ firstName, roles, invitedBy, link }: LetterOf<'desk-invitation'>): WrittenLetter => ({
  subject: `You are invited to the desk of ${SHOP.name}`,
  preview: `As ${describeRoles(roles)}. The link works for seven days.`,
  heading: 'You are invited to the bench.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `${invitedBy ?? 'The shop'} asks you to join the desk of ${SHOP.name} as ${describeRoles(roles)}. The page behind this link says what that lets you do, and makes a passkey for you: a fingerprint, a face or the lock of your screen instead of a password.`,
    ),
    linkButton('See the invitation', link),
    paragraph('The link works once, for seven days. If it is not meant for you, do nothing: nobody joins without it.'),
  ],
  because: `You got this letter because somebody at ${SHOP.name} wrote your address on an invitation.`,
});
