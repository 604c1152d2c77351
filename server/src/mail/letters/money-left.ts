import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '../letter.ts';
import { paragraph, type WrittenLetter } from '../letter-parts.ts';

const WHAT = {
  refunded: 'was refunded at PayPal',
  reversed: "was taken back by the buyer's bank or by PayPal",
} as const;

/** For the florist: money of a completed order was refunded or reversed at PayPal; the order itself is unchanged. */
export const moneyLeft = ({ orderId, as, amount, day }: LetterOf<'money-left'>): WrittenLetter => ({
  subject: `Order ${orderId}: money ${as}`,
  preview: `${amount === null ? 'Money' : formatPounds(amount)} of order ${orderId} ${WHAT[as]}.`,
  heading: `Order ${orderId}: money ${as}`,
  parts: [
    paragraph(`PayPal says that ${amount === null ? 'money' : formatPounds(amount)} of order ${orderId} ${WHAT[as]}.`),
    paragraph(
      `The shop changes nothing by itself: the order stays completed, for ${day}. Please decide whether the flowers still go out, and answer at PayPal if it asks for something.`,
    ),
  ],
  because: 'You got this letter because this address hears of every order that is paid for.',
});
