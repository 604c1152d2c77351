import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { type LetterContents, lines, logReference } from '#server/platform/mail/render/letter-parts.ts';

/** For the florist: PayPal did not make a refund that was asked for. */
export const refundFailed = (letter: LetterOf<'refund-failed'>): LetterContents => {
  const { orderId, amount, issue } = letter;
  return {
    subject: `Order ${orderId}: refund not made`,
    preview: `PayPal did not give back ${formatPounds(amount)} of order ${orderId}.`,
    heading: `Order ${orderId}: refund not made`,
    parts: [
      `PayPal did not give back ${formatPounds(amount)} of order ${orderId}. It says: ${issue}.`,
      `The buyer was not told of this refund. ${describeRest(letter)}`,
      logReference(letter),
    ],
    because: 'You got this letter because this address hears of every refund that fails.',
  };
};

function describeRest({ orderId, amount, left = amount, isCancelled }: LetterOf<'refund-failed'>): string {
  if (left <= 0)
    return 'Nothing of it is left: the money has gone back by other refunds, or is on its way. There is nothing to do.';
  return `${formatPounds(left)} of it is left, and can be asked for again: npm run desk -- orders refund ${orderId}.${
    isCancelled ? ' The order stays cancelled: that money is owed.' : ''
  }`;
}

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
export const moneyLeft = (letter: MoneyLeft): LetterContents => {
  const { orderId, as, amount, stage } = letter;
  const moved = `${amount === null ? 'money' : formatPounds(amount)} of order ${orderId} ${WHAT[as]}`;
  const now = NOW[stage](letter);
  return {
    subject: `Order ${orderId}: money ${as}`,
    preview: `${moved.replace(/^m/, 'M')}.`,
    heading: `Order ${orderId}: money ${as}`,
    parts: [
      `PayPal says that ${moved}.`,
      `${stage === 'cancelled' ? '' : 'The shop changes nothing by itself: '}${now} Please answer at PayPal if it asks for something.`,
      logReference(letter),
    ],
    because: 'You got this letter because this address hears of every order that is paid for.',
  };
};

/** For the florist: PayPal captured money that belongs to no order of this shop. */
export const unknownCapture = (letter: LetterOf<'stray-money'>): LetterContents => ({
  subject: letter.wentBack
    ? `${formatPounds(letter.amount)} went back to a buyer whose order is lost`
    : `${formatPounds(letter.amount)} of a buyer whose order is lost: please look`,
  preview: 'PayPal knows of a payment that the shop does not.',
  heading: 'An order is missing.',
  parts: [
    ...whatHappened(letter),
    lines('At PayPal', [`Invoice ${letter.invoice}`, `Capture ${letter.captureId}`]),
    'You may have a picking letter for it. If the flowers have gone out, please write to the buyer, whom PayPal names beside the capture.',
    logReference(letter),
  ],
  because: 'You got this letter because this address hears of every order that is paid for.',
});

function whatHappened({ amount, captureId, takenOn, wentBack }: LetterOf<'stray-money'>) {
  if (wentBack)
    return [
      `The shop was restored from a backup of ${takenOn}. Since then somebody paid ${formatPounds(amount)} for an order that the backup does not hold, so the shop has given the money back.`,
    ];
  return [
    `On ${takenOn} PayPal took ${formatPounds(amount)} for an order that the shop does not know. That happens when the shop was restored from a backup that is older than the order. Nothing has been given back: that is for you to decide.`,
    lines('To see all such money, and to give this back', [
      'npm run desk -- payments reconcile',
      `npm run desk -- payments reconcile --refund --capture ${captureId}`,
    ]),
  ];
}
