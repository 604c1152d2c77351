import { CannotTieOnDay, MissingOnDay, ShowMissing, SwapOnDay, SwappedOnDay, TakeBackSwaps } from '../desk-missing.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: tying'], may: 'tie' });

/** A flower that is missing, decided once for the day. */
export const missingCalls = {
  show: call('GET', '/api/desk/missing/', {
    summary: 'The flowers that a day still needs, and the tickets that have one of them',
    query: ShowMissing,
    answer: MissingOnDay,
  }),
  swap: call('POST', '/api/desk/missing/', {
    summary: 'Put in another flower in all these tickets, or in none',
    description:
      'Buyers who want to be asked first are asked. The letters are held for a minute. Sent again, it changes nothing.',
    body: SwapOnDay,
    answer: SwappedOnDay,
    refuses: [404, 409],
  }),
  takeBack: call('POST', '/api/desk/missing/take-back/', {
    summary: 'Take back swaps that were made at once: all of them, or none',
    body: TakeBackSwaps,
    refuses: [404, 409],
  }),
  reportUntieable: call('POST', '/api/desk/missing/cannot-be-tied/', {
    summary: 'Say of several orders that they cannot be tied today: of all, or of none',
    body: CannotTieOnDay,
    refuses: [404, 409],
  }),
};
