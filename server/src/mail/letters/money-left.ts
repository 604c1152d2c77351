import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '../letter.ts';
import { logReference, paragraph, type WrittenLetter } from '../letter-parts.ts';

type MoneyLeft = LetterOf<'money-left'>;

const WHAT = {
  refunded: 'was refunded at PayPal',
  reversed: "was taken back by the buyer's bank or by PayPal",
} as const;

const DECIDE = 'Please decide whether the flowers still go out';

const NOW = {
  'awaiting payment': ({ day }) => `the order stays as it is, for ${day}. ${DECIDE}.`,
  'to tie': ({ day }) => `the order stays completed, for ${day}. ${DECIDE}.`,
  tied: ({ day }) => `the order stays completed, tied for ${day}. ${DECIDE}.`,
  out: ({ day }) => `the order stays completed, and its flowers are on their way for ${day}.`,
  delivered: () => 'the order stays completed, and its flowers were delivered.',
  'not delivered': () =>
    'the order stays completed. Its flowers could not be delivered: please decide whether they go out again.',
  cancelled: ({ orderId, left }) =>
    left > 0
      ? `The order is cancelled, and ${formatPounds(left)} of its money is still owed to the buyer: npm run desk -- orders refund ${orderId}.`
      : 'The order is cancelled, and all of its money has gone back.',
} as const satisfies Record<MoneyLeft['stage'], (letter: MoneyLeft) => string>;

/** For the florist: money of a completed order was refunded or reversed at PayPal; the order itself is unchanged. */
export const moneyLeft = (letter: MoneyLeft): WrittenLetter => {
  const { orderId, as, amount, stage } = letter;
  const moved = `${amount === null ? 'money' : formatPounds(amount)} of order ${orderId} ${WHAT[as]}`;
  const now = NOW[stage](letter);
  return {
    subject: `Order ${orderId}: money ${as}`,
    preview: `${moved.replace(/^m/, 'M')}.`,
    heading: `Order ${orderId}: money ${as}`,
    parts: [
      paragraph(`PayPal says that ${moved}.`),
      paragraph(
        `${stage === 'cancelled' ? '' : 'The shop changes nothing by itself: '}${now} Please answer at PayPal if it asks for something.`,
      ),
      ...logReference(letter),
    ],
    because: 'You got this letter because this address hears of every order that is paid for.',
  };
};
