import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '../letter.ts';
import { block, logReference, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** For the florist: PayPal captured money that belongs to no order of this shop. */
export const unknownCapture = (letter: LetterOf<'stray-money'>): WrittenLetter => ({
  subject: letter.wentBack
    ? `${formatPounds(letter.amount)} went back to a buyer whose order is lost`
    : `${formatPounds(letter.amount)} of a buyer whose order is lost: please look`,
  preview: 'PayPal knows of a payment that the shop does not.',
  heading: 'An order is missing.',
  parts: [
    ...whatHappened(letter),
    block('At PayPal', [`Invoice ${letter.invoice}`, `Capture ${letter.captureId}`]),
    paragraph(
      'You may have a picking letter for it. If the flowers have gone out, please write to the buyer, whom PayPal names beside the capture.',
    ),
    ...logReference(letter),
  ],
  because: 'You got this letter because this address hears of every order that is paid for.',
});

function whatHappened({ amount, captureId, takenOn, wentBack }: LetterOf<'stray-money'>) {
  if (wentBack)
    return [
      paragraph(
        `The shop was restored from a backup of ${takenOn}. Since then somebody paid ${formatPounds(amount)} for an order that the backup does not hold, so the shop has given the money back.`,
      ),
    ];
  return [
    paragraph(
      `On ${takenOn} PayPal took ${formatPounds(amount)} for an order that the shop does not know. That happens when the shop was restored from a backup that is older than the order. Nothing has been given back: that is for you to decide.`,
    ),
    block('To see all such money, and to give this back', [
      'npm run desk -- payments reconcile',
      `npm run desk -- payments reconcile --refund --capture ${captureId}`,
    ]),
  ];
}
