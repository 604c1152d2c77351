import { expect, test } from 'vitest';
import { explainStage, headlineOf } from './delivery-words.ts';

const NOW = new Date('2026-11-17T14:00:00Z');
const START = {
  stage: 'to tie' as const,
  day: '2026-11-17',
  by_carrier: false,
  tied_at: null,
  out_at: null,
  delivered_at: null,
  outcome: null,
  taken_by: '',
  tried_at: null,
  next_try: 'again' as const,
};

test.each([
  [{ day: '2026-11-19' }, 'Booked for Thursday 19 November.', ''],
  [{}, 'Being tied.', ''],
  [{ stage: 'tied', leaves_at: '12:30' }, 'Tied.', 'It is to leave us at 12:30.'],
  [
    { stage: 'out', out_at: '2026-11-17T12:31:00Z', stops_before: 4 },
    'On its way.',
    'With our driver since 12:31. 4 stops before yours; no times are promised, because traffic does as it likes.',
  ],
  [
    { stage: 'out', by_carrier: true, day: '2026-11-18' },
    'On its way.',
    'With the carrier, for Wednesday 18 November.',
  ],
  [{ stage: 'delivered', delivered_at: '2026-11-17T13:24:00Z' }, 'Delivered at 13:24.', ''],
  [
    { stage: 'delivered', outcome: 'neighbour', taken_by: 'number 20', delivered_at: '2026-11-16T13:24:00Z' },
    'Left with a neighbour.',
    'Yesterday at 13:24, number 20',
  ],
  [
    { stage: 'not delivered', outcome: 'nobody in', tried_at: '2026-11-17T13:24:00Z' },
    'Nobody was in.',
    'We were at the door today at 13:24. We try again today. Nothing for you to do.',
  ],
  [
    { stage: 'not delivered', outcome: 'nobody in', tried_at: '2026-11-17T13:24:00Z', next_try: 'new flowers' },
    'Nobody was in.',
    'We were at the door today at 13:24. New flowers come in their place. Nothing for you to do.',
  ],
  [
    { stage: 'not delivered', outcome: 'nobody in', tried_at: '2026-11-17T13:24:00Z', next_try: 'florist' },
    'Nobody was in.',
    'We were at the door today at 13:24. The florist decides what comes next. Nothing for you to do.',
  ],
] as const)('%j reads %s %s', (change, headline, words) => {
  const told = { ...START, ...change };
  expect([headlineOf(told, NOW), explainStage(told, NOW)]).toEqual([headline, words]);
});
