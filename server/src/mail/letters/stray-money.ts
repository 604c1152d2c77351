import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '../letter.ts';
import { block, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** For the florist: after a restore, money was found that no order answers for. */
export const strayMoney = ({
  invoice,
  captureId,
  amount,
  takenOn,
  wentBack,
}: LetterOf<'stray-money'>): WrittenLetter => ({
  subject: wentBack
    ? `${formatPounds(amount)} went back to a buyer whose order is lost`
    : `${formatPounds(amount)} of a buyer whose order is lost: please give it back`,
  preview: 'It was paid for after the backup that the shop was restored from.',
  heading: 'An order was lost with the data.',
  parts: [
    paragraph(
      `The shop was restored from a backup of ${takenOn}. Since then somebody paid ${formatPounds(amount)} for an order that the backup does not hold, ${wentBack ? 'so the shop has given the money back.' : 'and PayPal would not let the shop give the money back. Please do so there by hand.'}`,
    ),
    block('At PayPal', [`Invoice ${invoice}`, `Capture ${captureId}`]),
    paragraph(
      'You may have a picking letter for it. If the flowers have gone out, please write to the buyer, whom PayPal names beside the capture.',
    ),
  ],
  because: 'You got this letter because this address hears of every order that is paid for.',
});
