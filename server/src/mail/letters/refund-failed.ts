import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '../letter.ts';
import { logReference, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** For the florist: PayPal did not make a refund that was asked for. */
export const refundFailed = (letter: LetterOf<'refund-failed'>): WrittenLetter => {
  const { orderId, amount, issue } = letter;
  return {
    subject: `Order ${orderId}: refund not made`,
    preview: `PayPal did not give back ${formatPounds(amount)} of order ${orderId}.`,
    heading: `Order ${orderId}: refund not made`,
    parts: [
      paragraph(`PayPal did not give back ${formatPounds(amount)} of order ${orderId}. It says: ${issue}.`),
      paragraph(`The buyer was not told of this refund. ${describeRest(letter)}`),
      ...logReference(letter),
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
