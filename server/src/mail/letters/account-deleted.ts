import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

export const accountDeleted = ({ firstName }: LetterOf<'account-deleted'>): WrittenLetter => ({
  subject: 'Your account has been deleted',
  preview: 'What we removed, and what the law asks us to keep.',
  heading: 'Goodbye, and thank you.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(
      `Your account at ${SHOP.name} is gone: your name, your email address, your addresses, your cart, your reviews, your photos and every sign-in. You cannot sign in any more, and we cannot bring it back.`,
    ),
    paragraph('Records of payments stay for six years, because the law asks it. They no longer say who you are.'),
    paragraph(({ email }) => `If it was not you who did this, write to us at ${email}.`),
  ],
  because: `You got this letter because your account at ${SHOP.name} was deleted. It is the last one.`,
});
