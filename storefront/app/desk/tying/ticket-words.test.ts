import { expect, test } from 'vitest';
import type { SheetTicket, Today } from '#contract/desk.ts';
import { nextAddress } from './ticket-data.ts';
import { groupByRun, groupFacts, summarise } from './ticket-words.ts';
import { listBatches } from './tie-by-bouquet.tsx';

const line: SheetTicket['lines'][number] = {
  id: 1,
  product: 7,
  name: 'Tearoom',
  size: 'standard',
  quantity: 1,
  tied: 0,
  picture: null,
  extras: [],
};
const ticket = (id: number, changes: Partial<SheetTicket> = {}): SheetTicket => ({
  id,
  stage: 'to tie',
  leaves_on: '2026-11-17',
  arrives_on: '2026-11-17',
  by_carrier: false,
  run: null,
  position: null,
  district: 'E8',
  recipient: 'Nell',
  note: '',
  lines: [{ ...line, id }],
  flags: [],
  troubles: [],
  claim: null,
  replaced_by: null,
  outcome: null,
  paid_at: null,
  moved_at: null,
  ...changes,
});
const run = { id: 3, number: 1, leaves_at: '11:00', left_at: null, driver: null };
const sheet: Today = {
  day: '2026-11-17',
  today: '2026-11-17',
  now: '2026-11-17T10:42:00.000Z',
  runs: [run],
  tickets: [],
  tiles: [],
  dial: { day: '2026-11-18', closes_at: '2026-11-17T12:00:00.000Z', booked: 0, left: null },
};

test('tickets stand by run, those without one after them, the carrier last; empty groups are left out', () => {
  const parcel = ticket(4, { by_carrier: true, arrives_on: '2026-11-18' });
  const groups = groupByRun([parcel, ticket(2), ticket(1, { run: 3 }), ticket(3, { run: 3, district: 'E9' })], [run]);
  expect(groups.map(({ words, tickets }) => [words, tickets.map(({ id }) => id)])).toEqual([
    ['Run 1', [1, 3]],
    ['No run yet', [2]],
    ['Carrier', [4]],
  ]);
  expect(groups.map(groupFacts)).toEqual(['E8, E9', 'E8', 'for Wednesday']);
  expect(groupByRun([], [run])).toEqual([]);
});

test('the day says what the hands do next; tickets of other days are not counted', () => {
  const tickets = [ticket(1, { run: 3 }), ticket(2, { stage: 'tied' }), ticket(3, { leaves_on: '2026-11-16' })];
  expect(summarise({ ...sheet, tickets })).toBe('2 orders, 2 bouquets. 1 still to tie; the next van leaves at 11:00.');
  expect(summarise({ ...sheet, tickets: [ticket(2, { stage: 'out' })] })).toBe(
    '1 order, 1 bouquet. Everything is tied.',
  );
  expect(summarise(sheet)).toBe('Nothing booked yet.');
  // A parcel that arrives on the day left the day before.
  const tile = {
    day: '2026-11-17',
    booked: 1,
    orders: 0,
    to_tie: 0,
    delivered: 0,
    holds: null,
    open: true,
    closed: null,
  };
  expect(summarise({ ...sheet, tiles: [tile] })).toBe('Nothing leaves yet.');
});

test('a batch counts bouquets, ends with those tied, and leaves out what waits for its buyer', () => {
  const two = { ...line, id: 20, quantity: 2, tied: 1 };
  const batches = listBatches([
    ticket(1),
    ticket(2, { lines: [two, { ...line, id: 21, product: 8, name: 'Opera Box' }] }),
    ticket(3, { stage: 'out' }),
    ticket(4, { troubles: ['waits for the buyer'] }),
  ]);
  expect(
    batches.map(({ name, quantity, tied, next }) => [name, quantity, tied, next.map((one) => one.line.id)]),
  ).toEqual([
    ['Tearoom', 5, 2, [1, 20]],
    ['Opera Box', 1, 0, [21]],
  ]);
});

test('after the last ticket opened with the arrows one is back on the sheet', () => {
  const open = { id: 5, leaves_on: '2026-11-17', after: 6 } as Parameters<typeof nextAddress>[0];
  expect(nextAddress(open, true)).toBe('/desk/ticket/6?next=1');
  expect(nextAddress({ ...open, after: null }, true)).toBe('/desk?day=2026-11-17&tied=5');
  expect(nextAddress(open, false)).toBe('/desk?day=2026-11-17&tied=5');
});
