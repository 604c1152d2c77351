import { SHOP } from '#contract/shop.ts';
import { greet } from '../greet.ts';
import type { LetterOf } from '../letter.ts';
import { block, contact, giftCard, linkButton, paragraph, toChange, type WrittenLetter } from '../letter-parts.ts';
import { listWords } from '../list-words.ts';

type Told = LetterOf<'order-changed'>;
type What = Told['changed'][number]['what'];

/** Something was changed, by the buyer or at the desk because the buyer rang. What was not meant has to be noticed here. */
export const orderChanged = ({ firstName, order, changed, byBuyer, link, changeLink }: Told): WrittenLetter => ({
  subject: `Your order ${order.id} has changed`,
  preview: `What changed: ${listWords(changed.map(({ what }) => NAMES[what]))}. It comes on ${order.day}.`,
  heading: byBuyer ? 'As you wished.' : 'As we agreed.',
  parts: [
    paragraph(greet(firstName)),
    paragraph(`${byBuyer ? 'You' : 'We'} have changed your order ${order.id}. It comes on ${order.day}.`),
    block('Delivering to', order.address),
    ...(changed.some(({ what }) => what === 'card') && order.note.trim() !== ''
      ? [giftCard('The card, as we print it', order.note)]
      : []),
    ...(changed.some(({ what }) => what === 'wishes') ? [block('Your wishes for the day', order.wishes ?? [])] : []),
    ...changed.map(({ what, before }) => block(BEFORE[what], before.length > 0 ? before : ['Nothing'])),
    linkButton('See your order', link),
    ...(changeLink
      ? toChange('Not what you wanted? You can change it again, until we tie your flowers.', changeLink)
      : []),
    contact(order.id, byBuyer ? 'It was not you, or you have a question?' : 'A question?'),
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
