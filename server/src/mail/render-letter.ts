import { plainTextSelectors } from '@react-email/render';
import { compile } from 'html-to-text';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import type { Letter, LetterKind, LetterOf } from './letter.ts';
import { letterFrame } from './letter-frame.ts';
import type { WrittenLetter } from './letter-parts.ts';
import { accountDeleted } from './letters/account-deleted.ts';
import { cancelDeclined } from './letters/cancel-declined.ts';
import { claimAnswered } from './letters/claim-answered.ts';
import { claimTaken } from './letters/claim-taken.ts';
import { claimToAnswer } from './letters/claim-to-answer.ts';
import { confirmEmail } from './letters/confirm-email.ts';
import { confirmNewEmail } from './letters/confirm-new-email.ts';
import { dateReminder } from './letters/date-reminder.ts';
import { deskAccess } from './letters/desk-access.ts';
import { deskInvitation } from './letters/desk-invitation.ts';
import { deskLink } from './letters/desk-link.ts';
import { emailChangeAsked } from './letters/email-change-asked.ts';
import { loginCode } from './letters/login-code.ts';
import { moneyLeft } from './letters/money-left.ts';
import { moneyReturned } from './letters/money-returned.ts';
import { orderCancelled } from './letters/order-cancelled.ts';
import { orderChanged } from './letters/order-changed.ts';
import { orderChangedByBuyer } from './letters/order-changed-by-buyer.ts';
import { orderConfirmed } from './letters/order-confirmed.ts';
import { orderDelivered } from './letters/order-delivered.ts';
import { orderDispatched } from './letters/order-dispatched.ts';
import { orderNotDelivered } from './letters/order-not-delivered.ts';
import { orderRefunded } from './letters/order-refunded.ts';
import { orderReplaced } from './letters/order-replaced.ts';
import { orderToTie } from './letters/order-to-tie.ts';
import { passwordChanged } from './letters/password-changed.ts';
import { passwordRemoved } from './letters/password-removed.ts';
import { paymentRefused } from './letters/payment-refused.ts';
import { refundFailed } from './letters/refund-failed.ts';
import { resetPassword } from './letters/reset-password.ts';
import { reviewHidden } from './letters/review-hidden.ts';
import { reviewInvited } from './letters/review-invited.ts';
import { swapAsked } from './letters/swap-asked.ts';
import { swapMade } from './letters/swap-made.ts';
import { unknownCapture } from './letters/unknown-capture.ts';
import { renderHtml } from './render-html.ts';

const LETTERS: { [Kind in LetterKind]: (letter: LetterOf<Kind>, publicUrl: string) => WrittenLetter } = {
  'confirm-email': confirmEmail,
  'confirm-new-email': confirmNewEmail,
  'email-change-asked': emailChangeAsked,
  'reset-password': resetPassword,
  'password-changed': passwordChanged,
  'login-code': loginCode,
  'password-removed': passwordRemoved,
  'account-deleted': accountDeleted,
  'order-confirmed': orderConfirmed,
  'order-to-tie': orderToTie,
  'order-refunded': orderRefunded,
  'order-changed': orderChanged,
  'order-changed-by-buyer': orderChangedByBuyer,
  'order-replaced': orderReplaced,
  'order-cancelled': orderCancelled,
  'cancel-declined': cancelDeclined,
  'payment-refused': paymentRefused,
  'refund-failed': refundFailed,
  'order-dispatched': orderDispatched,
  'order-delivered': orderDelivered,
  'order-not-delivered': orderNotDelivered,
  'review-invited': reviewInvited,
  'review-hidden': reviewHidden,
  'claim-taken': claimTaken,
  'claim-to-answer': claimToAnswer,
  'claim-answered': claimAnswered,
  'swap-asked': swapAsked,
  'swap-made': swapMade,
  'money-returned': moneyReturned,
  'money-left': moneyLeft,
  'stray-money': unknownCapture,
  'desk-invitation': deskInvitation,
  'desk-link': deskLink,
  'desk-access': deskAccess,
  'date-reminder': dateReminder,
};

/** Writes a letter out, as HTML and as plain text. Its pictures are at the shop's own address. */
export async function renderLetter(
  letter: Letter,
  { publicUrl, isDemo = false, seller = SHOP }: { publicUrl: string; isDemo?: boolean; seller?: ShopDetails },
): Promise<{ subject: string; html: string; text: string }> {
  const write = LETTERS[letter.kind] as (letter: Letter, publicUrl: string) => WrittenLetter;
  const written = write(letter, publicUrl);
  const html = renderHtml(letterFrame(written, { isDemo, seller }));
  return { subject: written.subject, html, text: toPlainText(html) };
}

/** Headings are not in capitals, and lines are not wrapped: every mail program wraps them itself. Compiled once for all letters. */
const toPlainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: 'h1', options: { uppercase: false, leadingLineBreaks: 2 } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
  ],
});
