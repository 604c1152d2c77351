import { render, toPlainText } from '@react-email/render';
import type { Letter, LetterKind, LetterOf } from './letter.ts';
import { letterFrame, type WrittenLetter } from './letter-parts.ts';
import { accountDeleted } from './letters/account-deleted.ts';
import { confirmEmail } from './letters/confirm-email.ts';
import { moneyLeft } from './letters/money-left.ts';
import { moneyReturned } from './letters/money-returned.ts';
import { orderConfirmed } from './letters/order-confirmed.ts';
import { orderToTie } from './letters/order-to-tie.ts';
import { passwordChanged } from './letters/password-changed.ts';
import { resetPassword } from './letters/reset-password.ts';

const LETTERS: { [Kind in LetterKind]: (letter: LetterOf<Kind>) => WrittenLetter } = {
  'confirm-email': confirmEmail,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'account-deleted': accountDeleted,
  'order-confirmed': orderConfirmed,
  'order-to-tie': orderToTie,
  'money-returned': moneyReturned,
  'money-left': moneyLeft,
};

/** Writes a letter out, as HTML and as plain text. */
export async function renderLetter(letter: Letter): Promise<{ subject: string; html: string; text: string }> {
  const write = LETTERS[letter.kind] as (letter: Letter) => WrittenLetter;
  const written = write(letter);
  const html = await render(letterFrame(written));
  return { subject: written.subject, html, text: toPlainText(html, PLAIN) };
}

/** Headings as they are written; lines are left whole, for every screen to break where it ends. */
const PLAIN = {
  wordwrap: false as const,
  selectors: [
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  ],
};
