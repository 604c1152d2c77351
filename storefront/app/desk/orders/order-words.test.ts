import { expect, test } from 'vitest';
import { eventWords } from './order-words.ts';

const run = (before: string | null, after: string | null) =>
  eventWords({
    id: 1,
    at: '2026-11-17T09:00:00.000Z',
    by: 'staff',
    staff: 3,
    who: 'Hana Okafor',
    pressed_at: null,
    what: 'run',
    before,
    after,
  });

test('the timeline says of an order whether it was put on a run, moved to another, or taken off', () => {
  expect(run(null, 'run 1 of 2026-11-17')).toBe('Put on run 1');
  expect(run('run 1 of 2026-11-17', 'run 12 of 2026-11-17')).toBe('Moved to run 12');
  expect(run('run 1 of 2026-11-17', null)).toBe('On run 1 no more');
});
