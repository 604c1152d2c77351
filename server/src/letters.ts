import type { ShopDetails } from '#contract/shop.ts';
import {
  accountDeleted,
  confirmEmail,
  confirmNewEmail,
  emailChangeAsked,
  loginCode,
  passwordChanged,
  passwordRemoved,
  resetPassword,
} from './features/accounts/letters.ts';
import { claimAnswered, claimTaken, claimToAnswer } from './features/claims/letters.ts';
import {
  cancelDeclined,
  orderChanged,
  orderConfirmed,
  orderDelivered,
  orderDispatched,
  orderNotDelivered,
  orderReplaced,
} from './features/orders/letters/to-buyers.ts';
import { orderChangedByBuyer, orderToTie } from './features/orders/letters/to-florist.ts';
import { moneyReturned, orderCancelled, orderRefunded, paymentRefused } from './features/payments/letters/to-buyers.ts';
import { moneyLeft, refundFailed, unknownCapture } from './features/payments/letters/to-florist.ts';
import { dateReminder } from './features/reminders/letters.ts';
import { reviewHidden, reviewInvited } from './features/reviews/letters.ts';
import { deskAccess, deskInvitation, deskLink } from './features/staff/letters.ts';
import { swapAsked, swapMade } from './features/tying/letters.ts';
import type { Letter, LetterKind, LetterOf } from './platform/mail/letter.ts';
import type { LetterContents } from './platform/mail/render/letter-parts.ts';

/** Every letter that the shop writes; each stands with its feature. */
const LETTERS: { [Kind in LetterKind]: (letter: LetterOf<Kind>, seller: ShopDetails) => LetterContents } = {
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

export function writeLetter(letter: Letter, seller: ShopDetails): LetterContents {
  const write = LETTERS[letter.kind] as (letter: Letter, seller: ShopDetails) => LetterContents;
  return write(letter, seller);
}
