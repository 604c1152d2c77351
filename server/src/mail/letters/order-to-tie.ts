import { nameInSize } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { describeTicketLine } from '../describe-ticket-line.ts';
import type { LetterOf } from '../letter.ts';
import { block, paragraph, type WrittenLetter } from '../letter-parts.ts';

const LACKS = {
  room: 'We had to find a day for this order and every day was full: it is one more than this day takes.',
  bouquets: 'We had to find a day for this order, and there is none on which all of its bouquets can be had.',
} satisfies Record<NonNullable<LetterOf<'order-to-tie'>['lacks']>, string>;

/** For the florist at six in the morning: what to tie, for whom, where it goes and when, and what to print. */
export const orderToTie = ({ order, buyer, replaces, lacks }: LetterOf<'order-to-tie'>): WrittenLetter => ({
  subject: `${replaces ? 'Replacement, order' : 'Order'} ${order.id} for ${order.day}`,
  preview: order.items.map((item) => `${item.quantity} × ${nameInSize(item)}`).join(', '),
  heading: `Order ${order.id}, for ${order.day}`,
  parts: [
    ...(replaces
      ? [
          block('A replacement', [
            ...(replaces.claim === null
              ? [`These make up for order ${replaces.order}.`]
              : [
                  `The flowers of order ${replaces.order} arrived damaged; these make up for them.`,
                  `To see the photo: npm run desk -- claims photo ${replaces.claim} FILE`,
                ]),
          ]),
        ]
      : []),
    ...(lacks ? [block('Please look', [LACKS[lacks], 'Please speak to the buyer if it cannot be done.'])] : []),
    block('To tie', order.items.map(describeTicketLine)),
    block('Deliver to', order.address),
    order.note ? block('Print this note', order.note.split('\n')) : paragraph('No gift note.'),
    ...(order.wishes ? [block('Wishes', order.wishes)] : []),
    block('Bought by', [buyer, replaces ? 'Nothing to pay' : `Paid ${formatPounds(order.paid)}`]),
  ],
  because: 'You got this letter because this address hears of every order that is to be tied.',
});
