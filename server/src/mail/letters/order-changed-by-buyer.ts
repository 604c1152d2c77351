import { describeTicketLine } from '../describe-ticket-line.ts';
import type { LetterOf } from '../letter.ts';
import { block, paragraph, type WrittenLetter } from '../letter-parts.ts';
import { listWords } from '../list-words.ts';

type Told = LetterOf<'order-changed-by-buyer'>;

const NAMES: Record<Told['changed'][number], string> = {
  day: 'the day',
  address: 'the address',
  card: 'the card',
  wishes: 'the wishes',
  cancelled: 'cancelled',
  'to cancel': 'to cancel',
};

/** For a florist who works from letters: what was printed before is out of date. */
export const orderChangedByBuyer = (told: Told): WrittenLetter => {
  const { order, buyer, changed } = told;
  if (changed.includes('to cancel')) return asksToCancel(told);
  const isCancelled = changed.includes('cancelled');
  const what = listWords(changed.map((each) => NAMES[each]));
  return {
    subject: isCancelled ? `Do not tie order ${order.id}: it is cancelled` : `Order ${order.id} has changed: ${what}`,
    preview: `${buyer}, ${order.day}`,
    heading: isCancelled ? `Order ${order.id} is cancelled` : `Order ${order.id} has changed`,
    parts: [
      paragraph(
        isCancelled
          ? `${buyer} has cancelled order ${order.id}, which was to come on ${order.day}. The money goes back by itself.`
          : `${buyer} has changed ${what} of order ${order.id}. What was printed before is out of date.`,
      ),
      block(isCancelled ? 'Not to tie' : 'To tie', order.items.map(describeTicketLine)),
      ...(isCancelled
        ? []
        : [
            block('When', [order.day]),
            block('Deliver to', order.address),
            order.note ? block('Print this note', order.note.split('\n')) : paragraph('No gift note.'),
            block('Wishes', order.wishes ?? []),
          ]),
    ],
    because: 'You got this letter because this address hears of every order that is to be tied.',
  };
};

/** Somebody who has cancelled again and again, or for much money: a florist looks first. */
const asksToCancel = ({ order, buyer }: Told): WrittenLetter => ({
  subject: `Order ${order.id}: its buyer asks to cancel it`,
  preview: `${buyer}, ${order.day}`,
  heading: `Cancel order ${order.id}?`,
  parts: [
    paragraph(
      `${buyer} asks to cancel order ${order.id}, which is to come on ${order.day}. It waits for you at the desk, with why it was not done by itself: cancel it, or decline in words. Until then it cannot be tied.`,
    ),
    block('To tie or not', order.items.map(describeTicketLine)),
  ],
  because: 'You got this letter because this address hears of every order that is to be tied.',
});
