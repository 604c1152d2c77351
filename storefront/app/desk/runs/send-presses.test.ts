import { beforeEach, expect, test, vi } from 'vitest';
import type { KeptPress } from './press-queue.ts';
import { MOST_TRIES, sendPresses } from './send-presses.ts';

const ROBIN = { id: 4, name: 'Robin Daly' };
const NEW = { outcome: 'handed over', takenBy: '', photo: null, holdUntil: 0, isSent: false, by: ROBIN } as const;

let kept: KeptPress[];
let me: number | undefined;
/** Orders whose presses the shop fails on. */
let failing: number[];
/** What the shop answers to a press with a photo, and to one of an order that is not the driver's. */
let sent: { order: number; hasPhoto: boolean; pressedAt: string }[];

const press = (seq: number, more: Partial<KeptPress> = {}): KeptPress => ({
  ...NEW,
  seq,
  key: `key ${seq}`,
  order: seq,
  name: `Stop ${seq}`,
  pressedAt: new Date().toISOString(),
  ...more,
});

vi.mock('./press-queue.ts', () => ({
  listPresses: async () => kept,
  changePress: async (changed: KeptPress) => {
    kept = kept.map((one) => (one.seq === changed.seq ? changed : one));
  },
  forgetPress: async (seq: number) => {
    kept = kept.filter((one) => one.seq !== seq);
  },
}));
vi.mock('../../api/send-press.ts', () => ({
  askWhoIsHere: async () => (me ? { status: 200, body: { id: me } } : { status: 401, body: {} }),
  sendPress: async (order: number, _key: string, form: FormData) => {
    sent.push({ order, hasPhoto: form.has('photo'), pressedAt: String(form.get('pressed_at')) });
    if (failing.includes(order)) return { status: 500, body: { detail: 'Something went wrong on our side.' } };
    if (form.has('photo')) return { status: 413, body: { photo: ['This photo is too large.'] } };
    return order > 90 ? { status: 404, body: { detail: 'Not found.' } } : { status: 200, body: {} };
  },
}));

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: { request: (_name: string, act: () => unknown) => act() } });
  me = ROBIN.id;
  sent = [];
  failing = [];
});

test('what is kept goes once, in the order of the presses, with their time', async () => {
  kept = [press(1, { pressedAt: '2026-11-16T11:00:00Z' }), press(2, { pressedAt: '2026-11-16T11:07:00Z' })];
  vi.setSystemTime('2026-11-16T12:00:00Z');
  expect(await sendPresses(() => {})).toBe('done');
  expect(await sendPresses(() => {})).toBe('done');
  vi.useRealTimers();
  expect(sent.map(({ order, pressedAt }) => [order, pressedAt])).toEqual([
    [1, '2026-11-16T11:00:00Z'],
    [2, '2026-11-16T11:07:00Z'],
  ]);
});

test('nobody sends what somebody else has pressed', async () => {
  kept = [press(1), press(2, { by: { id: 5, name: 'Wren' } })];
  me = 5;
  expect(await sendPresses(() => {})).toBe('done');
  expect(sent.map(({ order }) => order)).toEqual([2]);
  expect(kept[0]).toMatchObject({ isSent: false });
  me = undefined;
  expect(await sendPresses(() => {})).toBe('signed out');
  me = ROBIN.id;
  await sendPresses(() => {});
  expect(sent.map(({ order }) => order)).toEqual([2, 1]);
});

test('a photo that the shop refuses is said, and holds up nothing', async () => {
  kept = [press(1, { photo: new Blob(['x']) }), press(2)];
  expect(await sendPresses(() => {})).toBe('done');
  expect(sent.map(({ order, hasPhoto }) => [order, hasPhoto])).toEqual([
    [1, true],
    [1, false],
    [2, false],
  ]);
  expect(kept[0]).toMatchObject({ isSent: true, photoRefused: 'This photo is too large.' });
});

test('a press that the shop refuses is put aside with its reason, and the next one goes', async () => {
  kept = [press(91), press(2)];
  expect(await sendPresses(() => {})).toBe('done');
  expect(kept).toMatchObject([{ refused: 'Not found.', isSent: false }, { isSent: true }]);
});

test('one that the shop fails on is tried five times with pauses, put aside, and the others go; its stop keeps its order', async () => {
  vi.useFakeTimers();
  kept = [press(1), press(2), press(3, { order: 1 }), press(4)];
  failing = [1];
  for (let time = 1; time < MOST_TRIES; time++) {
    expect(await sendPresses(() => {})).toBe('waiting');
    // Asked for again at once, as by a page that comes to the front: not another try.
    expect(await sendPresses(() => {})).toBe('waiting');
    expect(kept[0]).toMatchObject({ failed: { times: time }, isSent: false, isStuck: false });
    vi.advanceTimersByTime(10_000);
  }
  expect(await sendPresses(() => {})).toBe('done');
  expect(sent.map(({ order }) => order)).toEqual([1, 1, 1, 1, 1, 2, 4]);
  expect(kept).toMatchObject([{ isStuck: true }, { isSent: true }, { isSent: false }, { isSent: true }]);
  vi.advanceTimersByTime(60_000);
  expect(await sendPresses(() => {})).toBe('done');
  expect(sent).toHaveLength(7);

  // Somebody has it tried again when the shop is mended.
  failing = [];
  kept = kept.map((one) => ({ ...one, failed: undefined, isStuck: false }));
  expect(await sendPresses(() => {})).toBe('done');
  vi.useRealTimers();
  expect(sent.slice(7).map(({ order }) => order)).toEqual([1, 1]);
  expect(kept.every(({ isSent }) => isSent)).toBe(true);
});

test('the day after, what is with the shop is forgotten, and what is not stays', async () => {
  const pressedAt = new Date(Date.now() - 36 * 3_600_000).toISOString();
  kept = [press(1, { isSent: true, pressedAt }), press(2, { refused: 'Not found.', pressedAt })];
  await sendPresses(() => {});
  expect(kept.map(({ seq }) => seq)).toEqual([2]);
});
