import { describeLine, nameInSize } from '#contract/line-words.ts';
import { formatPounds } from '#contract/money.ts';
import { SHOP, type ShopDetails } from '#contract/shop.ts';
import { listSumRows } from '#contract/sum-rows.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import type { HandoverInLetter, ItemInLetter } from '#server/platform/mail/order-in-letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import {
  button,
  contact,
  giftCard,
  type LetterContents,
  lines,
  photograph,
  pictured,
  shareTracking,
  textLink,
  toChange,
} from '#server/platform/mail/render/letter-parts.ts';
import { listWords } from '#server/platform/mail/render/list-words.ts';

export const orderConfirmed = (
  { firstName, order, link, changeLink, trackLink, insteadOf, goesBack, lacks }: LetterOf<'order-confirmed'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Your order ${order.id}, for ${order.day}`,
  preview: `Paid: ${formatPounds(order.paid)}. We deliver on ${order.day}.`,
  heading: `Thank you. They come on ${order.day}.`,
  parts: [
    greet(firstName),
    `Your payment has reached us. We tie your flowers fresh and deliver them on ${order.day}.`,
    insteadOf &&
      `You had paid for ${insteadOf}. When the money reached us, your flowers could no longer come on that day.`,
    goesBack && `The day on which they come costs less: we give ${formatPounds(goesBack)} back to you through PayPal.`,
    lacks === 'bouquets' &&
      'We may not have every bouquet of your order on that day. If so, we ask you before we tie it.',
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: tellPrices(item), picture: item.picture })),
    ),
    lines('Delivering to', order.address),
    order.note && giftCard('The card that comes with them', order.note),
    lines('Paid', [
      ...listSumRows(order).map(({ words, pounds }) => `${words} ${formatPounds(pounds)}`),
      `Amount paid ${formatPounds(order.paid)}`,
    ]),
    button('See your order', link),
    changeLink && toChange('Something to change? You can, until we tie your flowers.', changeLink),
    shareTracking(trackLink),
    'If anything arrives damaged, send us a photo on the day of delivery, from the page of your order.',
    contact(email, order.id),
  ],
  because: `You got this letter because you paid for an order at ${SHOP.name}.`,
});

function tellPrices(item: ItemInLetter): string {
  const extras = item.extras.map(({ name, price }) => `${name}, ${formatPounds(price)} each`);
  const bouquet = `${item.quantity} × ${nameInSize(item)}, ${formatPounds(item.price)} each`;
  return [bouquet, ...extras].join('; with ');
}

type Changed = LetterOf<'order-changed'>;
type What = Changed['changed'][number]['what'];

/** Something was changed, by the buyer or at the desk because the buyer rang. What was not meant has to be noticed here. */
export const orderChanged = (
  { firstName, order, changed, byBuyer, link, changeLink }: Changed,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Your order ${order.id} has changed`,
  preview: `What changed: ${listWords(changed.map(({ what }) => NAMES[what]))}. It comes on ${order.day}.`,
  heading: byBuyer ? 'As you wished.' : 'As we agreed.',
  parts: [
    greet(firstName),
    `${byBuyer ? 'You' : 'We'} have changed your order ${order.id}. It comes on ${order.day}.`,
    lines('Delivering to', order.address),
    changed.some(({ what }) => what === 'card') &&
      order.note.trim() !== '' &&
      giftCard('The card, as we print it', order.note),
    changed.some(({ what }) => what === 'wishes') && lines('Your wishes for the day', order.wishes ?? []),
    ...changed.map(({ what, before }) => lines(BEFORE[what], before.length > 0 ? before : ['Nothing'])),
    button('See your order', link),
    changeLink && toChange('Not what you wanted? You can change it again, until we tie your flowers.', changeLink),
    contact(email, order.id, byBuyer ? 'It was not you, or you have a question?' : 'A question?'),
  ],
  because: `You got this letter because an order of yours at ${SHOP.name} was changed.`,
});

const NAMES: Record<What, string> = { day: 'the day', address: 'the address', card: 'the card', wishes: 'your wishes' };
const BEFORE: Record<What, string> = {
  day: 'The day before this change',
  address: 'The address before this change',
  card: 'The card before this change',
  wishes: 'Your wishes before this change',
};

export const cancelDeclined = (
  { firstName, order, reason, isToCome, link, changeLink }: LetterOf<'cancel-declined'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Your order ${order.id} is not cancelled`,
  preview: isToCome ? `It comes on ${order.day}, as agreed.` : reason,
  heading: 'Your order is not cancelled.',
  parts: [
    greet(firstName),
    `You asked us to cancel your order ${order.id}, for ${order.day}. ${isToCome ? 'We have looked at it, and it comes on that day, as agreed.' : 'It is not cancelled, and no money goes back.'}`,
    lines('Why', [reason]),
    button('See your order', link),
    changeLink && textLink('Change this order', changeLink),
    contact(email, order.id),
  ],
  because: `You got this letter because you asked ${SHOP.name} to cancel an order.`,
});

export const orderReplaced = (
  { firstName, orderId, replacement, link, changeLink }: LetterOf<'order-replaced'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `New flowers for order ${orderId}`,
  preview: `The same again on ${replacement.day}, at no charge.`,
  heading: 'The same again, on us.',
  parts: [
    greet(firstName),
    `We send the flowers of order ${orderId} once more. They come on ${replacement.day}, to the same address, with the same card. There is nothing to pay. It is order ${replacement.order}.`,
    button('See your order', link),
    changeLink && textLink('Change this order', changeLink),
    contact(email, replacement.order),
  ],
  because: `You got this letter because we replace an order of yours at ${SHOP.name}.`,
});

export const orderDispatched = (
  { firstName, order, link, trackLink, carrierNumber }: LetterOf<'order-dispatched'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Your order ${order.id} has left our lane`,
  preview: `Tied, packed and on the way, for ${order.day}.`,
  heading: 'Tied, packed and on the way.',
  parts: [
    greet(firstName),
    `Your flowers have left us, for delivery on ${order.day}.`,
    lines(
      `Order ${order.id}`,
      order.items.map((item) => `${item.quantity} × ${describeLine(item)}`),
    ),
    lines('Delivering to', order.address),
    carrierNumber && lines('The carrier calls it', [carrierNumber]),
    button('See your order', link),
    shareTracking(trackLink),
    'If anything arrives damaged, send us a photo on the day of delivery, from the page of your order.',
    contact(email, order.id),
  ],
  because: `You got this letter because an order of yours left ${SHOP.name}.`,
});

/** The flowers have arrived. On the day of delivery the promise about damaged flowers still holds. */
export const orderDelivered = (
  { firstName, order, onItsDay, handover, link }: LetterOf<'order-delivered'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Your order ${order.id} has arrived`,
  preview: whereTheyAre(handover),
  heading: 'They have arrived.',
  parts: [
    greet(firstName),
    whereTheyAre(handover),
    handover?.photoPath &&
      photograph(handover.photoPath, 'The flowers where they were left, photographed by the driver'),
    handover?.photoPath && 'Only you see the photo. It is deleted after 30 days.',
    pictured(
      `Order ${order.id}`,
      order.items.map((item) => ({ words: `${item.quantity} × ${describeLine(item)}`, picture: item.picture })),
    ),
    lines('Delivered to', order.address),
    button('See your order', link),
    onItsDay
      ? 'If anything arrived damaged, send us a photo today, from the page of your order, and we replace it.'
      : 'If anything arrived damaged, send us a photo from the page of your order.',
    contact(email, order.id, 'A question?'),
  ],
  because: `You got this letter because an order of yours at ${SHOP.name} has arrived.`,
});

function whereTheyAre(handover: HandoverInLetter | null | undefined): string {
  if (handover?.outcome === 'neighbour') return `Your flowers are with a neighbour: ${handover.takenBy}.`;
  if (handover?.takenBy) return `Your flowers have arrived: ${handover.takenBy}.`;
  return 'Your flowers are at the door they were sent to.';
}

/** Nobody took the flowers in. What happens next is the driver's choice; the buyer has nothing to do. */
export const orderNotDelivered = (
  { firstName, order, nextTry, instead, link }: LetterOf<'order-not-delivered'>,
  { email }: ShopDetails,
): LetterContents => ({
  subject: `Nobody was in for your order ${order.id}`,
  preview: nextWords({ nextTry, instead, order }),
  heading: 'Nobody was in.',
  parts: [
    greet(firstName),
    'We were at the door with your flowers, and nobody could take them in. They are back with us, in water.',
    `${nextWords({ nextTry, instead, order })} There is nothing for you to do.`,
    lines('Delivering to', order.address),
    button('See your order', link),
    contact(email, order.id),
  ],
  because: `You got this letter because an order of yours at ${SHOP.name} could not be delivered.`,
});

function nextWords({
  nextTry,
  instead,
  order,
}: Pick<LetterOf<'order-not-delivered'>, 'nextTry' | 'instead' | 'order'>): string {
  if (!instead) return NEXT[nextTry](order.day);
  const { replacement } = instead;
  return replacement
    ? `New flowers come on ${replacement.day} instead, as order ${replacement.order}.`
    : 'You reported them as damaged: the florist answers you by email before anything is sent again.';
}

const NEXT = {
  'again today': () => 'We try again today.',
  'another day': (day: string) => `We try again on ${day}.`,
} satisfies Record<LetterOf<'order-not-delivered'>['nextTry'], (day: string) => string>;
