import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

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

export const deskAccess = ({ firstName, what, link }: LetterOf<'desk-access'>): WrittenLetter => ({
  subject: WORDS[what].subject,
  preview: 'If it was not you, sign the device out.',
  heading: 'How you get in has changed.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(WORDS[what].sentence),
    paragraph('If it was you, there is nothing to do. If it was not, sign the device out, and tell the owner today.'),
    linkButton('See your devices', link),
  ],
  because: `You got this letter because you work at the desk of ${SHOP.name}.`,
});
