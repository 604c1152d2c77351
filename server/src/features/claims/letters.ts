import { SHOP, type ShopDetails } from '#contract/shop.ts';
import { describeTicketLine } from '#server/features/orders/letters/describe-ticket-line.ts';
import type { LetterOf } from '#server/platform/mail/letter.ts';
import { greet } from '#server/platform/mail/render/greet.ts';
import { button, type LetterContents, lines } from '#server/platform/mail/render/letter-parts.ts';

/** Says what happens now: new flowers on a day, or an answer that the florist still has to write. */
export const claimTaken = (letter: LetterOf<'claim-taken'>): LetterContents => {
  const { firstName, orderId, replacement, link } = letter;
  return {
    subject: replacement
      ? `New flowers for order ${orderId}, on ${replacement.day}`
      : `We have your photo of order ${orderId}`,
    preview: replacement ? 'The same again, at no charge.' : 'The florist answers you by email.',
    heading: replacement ? 'Sorry. The same again, on us.' : 'Sorry to hear it.',
    parts: [
      greet(firstName),
      `Thank you for the photo of order ${orderId}. Flowers that arrive damaged are not what we promised, and we are sorry.`,
      ...whatNow(letter),
      button('See your order', link),
      'Your statutory rights are not affected.',
    ],
    because: `You got this letter because you reported damaged flowers to ${SHOP.name}.`,
  };
};

function whatNow({ onTheDay, replacement }: LetterOf<'claim-taken'>) {
  if (replacement) {
    return [
      `We tie the same flowers again and deliver them on ${replacement.day}, to the same address and with the same note. There is nothing to pay. It is order ${replacement.order}.`,
    ];
  }
  if (onTheDay) return ['Our florist looks at the photo and answers you by email.'];
  return [
    'Our promise is for reports on the day of delivery. Yours came later, so our florist looks at the photo first and answers you by email.',
  ];
}

export const claimAnswered = (letter: LetterOf<'claim-answered'>, { email }: ShopDetails): LetterContents => {
  const { firstName, orderId, words, replacement, link } = letter;
  return {
    subject: `Your damaged flowers, order ${orderId}`,
    preview: replacement ? `New flowers on ${replacement.day}, at no charge.` : 'Our florist has answered.',
    heading: replacement ? 'The same again, on us.' : 'Our florist has answered.',
    parts: [
      greet(firstName),
      `Our florist has looked at your photo of order ${orderId}.`,
      words && lines('In the florist’s words', [words]),
      replacement &&
        `New flowers come on ${replacement.day}, to the same address. There is nothing to pay. It is order ${replacement.order}.`,
      button('See your order', link),
      `Something to add? Write to us at ${email}. Your statutory rights are not affected.`,
    ],
    because: `You got this letter because you reported damaged flowers to ${SHOP.name}.`,
  };
};

/** For the florist: flowers arrived damaged, and someone waits for an answer. */
export const claimToAnswer = ({ claim, order, words, why }: LetterOf<'claim-to-answer'>): LetterContents => ({
  subject: `Claim ${claim}: damaged flowers in order ${order.id}`,
  preview: 'Someone waits for your answer.',
  heading: `Claim ${claim}, for order ${order.id}`,
  parts: [
    `Somebody writes that the flowers of order ${order.id}, for ${order.day}, arrived damaged. It waits for you: ${why}`,
    lines('Their words', [words]),
    lines('What they got', order.items.map(describeTicketLine)),
    lines('Where it went', order.address),
    lines('At the desk', [
      `npm run desk -- claims photo ${claim} FILE`,
      `npm run desk -- claims replace ${claim} "your words, if you like"`,
      `npm run desk -- claims answer ${claim} "your words"`,
    ]),
  ],
  because: 'You got this letter because this address hears of every claim that waits for an answer.',
});
