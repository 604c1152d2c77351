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
} from './accounts/letters.ts';
import { claimAnswered, claimTaken, claimToAnswer } from './claims/letters.ts';
import type { Letter, LetterKind, LetterOf } from './mail/letter.ts';
import type { LetterContents } from './mail/letter-parts.ts';
import { orderChangedByBuyer, orderToTie } from './orders/florist-letters.ts';
import {
  cancelDeclined,
  orderChanged,
  orderConfirmed,
  orderDelivered,
  orderDispatched,
  orderNotDelivered,
  orderReplaced,
} from './orders/letters.ts';
import { moneyLeft, refundFailed, unknownCapture } from './payments/florist-letters.ts';
import { moneyReturned, orderCancelled, orderRefunded, paymentRefused } from './payments/letters.ts';
import { dateReminder } from './reminders/letters.ts';
import { reviewHidden, reviewInvited } from './reviews/letters.ts';
import { deskAccess, deskInvitation, deskLink } from './staff/letters.ts';
import { swapAsked, swapMade } from './tying/letters.ts';

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
