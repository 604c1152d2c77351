import { describeTicketLine } from '../describe-ticket-line.ts';
import type { LetterOf } from '../letter.ts';
import { block, paragraph, type WrittenLetter } from '../letter-parts.ts';

/** For the florist: flowers arrived damaged, and someone waits for an answer. */
export const claimToAnswer = ({ claim, order, words, why }: LetterOf<'claim-to-answer'>): WrittenLetter => ({
  subject: `Claim ${claim}: damaged flowers in order ${order.id}`,
  preview: 'Someone waits for your answer.',
  heading: `Claim ${claim}, for order ${order.id}`,
  parts: [
    paragraph(
      `Somebody writes that the flowers of order ${order.id}, for ${order.day}, arrived damaged. It waits for you: ${why}`,
    ),
    block('Their words', words.split('\n')),
    block('What they got', order.items.map(describeTicketLine)),
    block('Where it went', order.address),
    block('At the desk', [
      `npm run desk -- claims photo ${claim} FILE`,
      `npm run desk -- claims replace ${claim} "your words, if you like"`,
      `npm run desk -- claims answer ${claim} "your words"`,
    ]),
  ],
  because: 'You got this letter because this address hears of every claim that waits for an answer.',
});
