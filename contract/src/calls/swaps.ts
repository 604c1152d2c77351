import { AnswerSwap, SwapKey, SwapQuestion } from '../desk-swaps.ts';
import { callsOf } from './call.ts';
import { PHOTO } from './photo.ts';

const call = callsOf({ tags: ['Swaps'], may: 'everybody' });

/** What a buyer is asked about a missing flower. The key in the letter opens it, and nothing else does. */
export const swapCalls = {
  show: call('GET', '/api/swaps/:key/', {
    summary: 'What the buyer is asked',
    params: SwapKey,
    answer: SwapQuestion,
    refuses: [404],
  }),
  findPhoto: call('GET', '/api/swaps/:key/photo/', {
    summary: 'The photo of what would go in',
    params: SwapKey,
    answer: PHOTO,
    refuses: [404],
  }),
  answer: call('POST', '/api/swaps/:key/answer/', {
    summary: 'Agree, or ask for a call',
    description: 'The answer may be changed until the flowers are tied.',
    params: SwapKey,
    body: AnswerSwap,
    answer: SwapQuestion,
    refuses: [404, 409],
  }),
};
