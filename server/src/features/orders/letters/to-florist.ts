import { nameInSize } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { type LetterContents, lines } from '#server/platform/mail/render/letter-parts.ts';
import { listWords } from '#server/platform/mail/render/list-words.ts';
import { describeTicketLine } from './describe-ticket-line.ts';

const LACKS = {
  room: 'We had to find a day for this order and every day was full: it is one more than this day takes.',
  bouquets: 'We had to find a day for this order, and there is none on which all of its bouquets can be had.',
} satisfies Record<NonNullable<LetterOf<'order-to-tie'>['lacks']>, string>;

/** For the florist at six in the morning: what to tie, for whom, where it goes and when, and what to print. */
export const orderToTie = ({ order, buyer, replaces, lacks }: LetterOf<'order-to-tie'>): LetterContents => ({
  subject: `${replaces ? 'Replacement, order' : 'Order'} ${order.id} for ${order.day}`,
  preview: order.items.map((item) => `${item.quantity} × ${nameInSize(item)}`).join(', '),
  heading: `Order ${order.id}, for ${order.day}`,
  parts: [
    replaces && lines('A replacement', tellWhatFor(replaces)),
    lacks && lines('Please look', [LACKS[lacks], 'Please speak to the buyer if it cannot be done.']),
    lines('To tie', order.items.map(describeTicketLine)),
    lines('Deliver to', order.address),
    order.note ? lines('Print this note', [order.note]) : 'No gift note.',
    order.wishes && lines('Wishes', order.wishes),
    lines('Bought by', [buyer, replaces ? 'Nothing to pay' : `Paid ${formatPounds(order.paid)}`]),
  ],
  because: 'You got this letter because this address hears of every order that is to be tied.',
});

function tellWhatFor({ order, claim }: NonNullable<LetterOf<'order-to-tie'>['replaces']>): string[] {
  if (claim === null) return [`These make up for order ${order}.`];
  return [
    `The flowers of order ${order} arrived damaged; these make up for them.`,
    `To see the photo: npm run desk -- claims photo ${claim} FILE`,
  ];
}

type ChangeByBuyer = LetterOf<'order-changed-by-buyer'>;

const NAMES: Record<ChangeByBuyer['changed'][number], string> = {
  day: 'the day',
  address: 'the address',
  card: 'the card',
  wishes: 'the wishes',
  cancelled: 'cancelled',
  'to cancel': 'to cancel',
};

/** For a florist who works from letters: what was printed before is out of date. */
export const orderChangedByBuyer = (told: ChangeByBuyer): LetterContents => {
  const { order, buyer, changed } = told;
  if (changed.includes('to cancel')) return asksToCancel(told);
  const isCancelled = changed.includes('cancelled');
  const what = listWords(changed.map((each) => NAMES[each]));
  return {
    subject: isCancelled ? `Do not tie order ${order.id}: it is cancelled` : `Order ${order.id} has changed: ${what}`,
    preview: `${buyer}, ${order.day}`,
    heading: isCancelled ? `Order ${order.id} is cancelled` : `Order ${order.id} has changed`,
    parts: [
      isCancelled
        ? `${buyer} has cancelled order ${order.id}, which was to come on ${order.day}. The money goes back by itself.`
        : `${buyer} has changed ${what} of order ${order.id}. What was printed before is out of date.`,
      lines(isCancelled ? 'Not to tie' : 'To tie', order.items.map(describeTicketLine)),
      ...(isCancelled ? [] : tellTicket(order)),
    ],
    because: 'You got this letter because this address hears of every order that is to be tied.',
  };
};

const tellTicket = (order: ChangeByBuyer['order']) => [
  lines('When', [order.day]),
  lines('Deliver to', order.address),
  order.note ? lines('Print this note', [order.note]) : 'No gift note.',
  lines('Wishes', order.wishes ?? []),
];

/** Somebody who has cancelled again and again, or for much money: a florist looks first. */
const asksToCancel = ({ order, buyer }: ChangeByBuyer): LetterContents => ({
  subject: `Order ${order.id}: its buyer asks to cancel it`,
  preview: `${buyer}, ${order.day}`,
  heading: `Cancel order ${order.id}?`,
  parts: [
    `${buyer} asks to cancel order ${order.id}, which is to come on ${order.day}. It waits for you at the desk, with why it was not done by itself: cancel it, or decline in words. Until then it cannot be tied.`,
    lines('To tie or not', order.items.map(describeTicketLine)),
  ],
  because: 'You got this letter because this address hears of every order that is to be tied.',
});
