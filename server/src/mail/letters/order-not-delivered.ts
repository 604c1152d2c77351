import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, linkButton, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** Nobody took the flowers in. What happens next is the driver's choice; the buyer has nothing to do. */
export const orderNotDelivered = ({
  firstName,
  order,
  nextTry,
  instead,
  link,
}: LetterOf<'order-not-delivered'>): WrittenLetter => ({
  subject: `Nobody was in for your order ${order.id}`,
  preview: nextWords({ nextTry, instead, order }),
  heading: 'Nobody was in.',
  parts: [
    paragraph(greet(firstName)),
    paragraph('We were at the door with your flowers, and nobody could take them in. They are back with us, in water.'),
    paragraph(`${nextWords({ nextTry, instead, order })} There is nothing for you to do.`),
    block('Delivering to', order.address),
    linkButton('See your order', link),
    contact(order.id),
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
