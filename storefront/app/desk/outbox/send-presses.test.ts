import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetCalls, listUnexpected, pretendApi, pretendOffline } from '../../testing/pretend-api.ts';
import { pretendDatabases } from '../../testing/pretend-databases.ts';
import { pretendLocks } from '../../testing/pretend-locks.ts';
import { STOP_PRESSES } from '../runs/stop-presses.ts';
import { TIES } from '../tying/use-ties.ts';
import type { AnyPress } from './press-store.ts';
import { MOST_TRIES, type Outbox, sendPresses } from './send-presses.ts';

const ROBIN = { id: 4, name: 'Robin Daly' };
const WREN = { id: 5, name: 'Wren Adeyemi' };
const MARK = { by: ROBIN, photo: null, holdUntil: 0 };
const STOP = { name: 'Rosalind', outcome: 'handed over', takenBy: '' } as const;

type Answer = { status?: number; body?: unknown };
/** What whoever is signed in is answered to the press of an order, where it is not taken. */
let answers: Record<number, (form: unknown) => Answer | Promise<Answer>>;
let me: { id: number } | undefined;
let device: ReturnType<typeof pretendDatabases>;
/** The orders whose presses have reached the shop. */
let sent: number[];
let forms: FormData[];

const NOBODY = { status: 401, body: { detail: 'Sign in.' } };
const OUR_FAULT = { status: 500, body: { detail: 'Something went wrong on our side.' } };
const ORDERS = [1, 2, 3, 4];

function openShop(): void {
  const receive = async (order: number, body: unknown, taken: unknown): Promise<Answer> => {
    sent.push(order);
    return (await answers[order]?.(body)) ?? { body: taken };
  };
  pretendApi({
    'GET /api/desk/me/': () => (me ? { body: me } : NOBODY),
    'POST /api/desk/orders/tie/': (body) => {
      const [order = 0] = (body as { orders: number[] }).orders;
      return receive(order, body, { orders: [{ order, done: true, stage: 'tied', words: null }] });
    },
    ...Object.fromEntries(
      ORDERS.map((order) => [
        `POST /api/desk/stops/${order}/outcome/`,
        (body: unknown) => {
          forms.push(body as FormData);
          return receive(order, body, {});
        },
      ]),
    ),
  });
}

beforeEach(() => {
  device = pretendDatabases();
  [me, sent, forms, answers] = [ROBIN, [], [], {}];
  openShop();
});

afterEach(() => {
  expect(listUnexpected()).toEqual([]);
  forgetCalls();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const KINDS = [
  {
    kind: 'the bench',
    outbox: TIES as Outbox<unknown>,
    keep: (order: number, more: Partial<AnyPress> = {}) =>
      TIES.store.add([{ ...MARK, order, pressedAt: new Date().toISOString(), ...more }]),
  },
  {
    kind: 'the driver',
    outbox: STOP_PRESSES as Outbox<unknown>,
    keep: (order: number, more: Partial<AnyPress> = {}) =>
      STOP_PRESSES.store.add([
        { ...MARK, ...STOP, key: `key ${order}`, order, pressedAt: new Date().toISOString(), ...more },
      ]),
  },
];

describe.each(KINDS)('what is kept by $kind', ({ outbox, keep }) => {
  const list = (): Promise<AnyPress[]> => outbox.store.list() as Promise<AnyPress[]>;

  test('is sent once, in the order of the presses', async () => {
    for (const order of [1, 3, 2]) await keep(order);
    expect(await sendPresses(outbox)).toBe('done');
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toEqual([1, 3, 2]);
  });

  test('stays while the shop is away or one has to sign in; what was sent before is not sent again', async () => {
    await keep(1);
    await keep(2);
    for (const status of [401, 429, 502, 503]) {
      answers[2] = () => ({ status, body: { detail: 'No.' } });
      expect(await sendPresses(outbox)).toBe(status === 401 ? 'signed out' : 'no network');
    }
    pretendOffline();
    expect(await sendPresses(outbox)).toBe('no network');
    expect(await list()).toMatchObject([{ isSent: true }, { order: 2, isSent: false }]);
    expect((await list())[1]?.failed).toBeUndefined();
    openShop();
    answers = {};
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toEqual([1, 2, 2, 2, 2, 2]);
  });

  test('is sent by nobody else, even on the same device, and by nobody who is not signed in', async () => {
    await keep(1);
    await keep(2, { by: WREN });
    me = WREN;
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toEqual([2]);
    me = undefined;
    expect(await sendPresses(outbox)).toBe('signed out');
    me = ROBIN;
    await sendPresses(outbox);
    expect(sent).toEqual([2, 1]);
  });

  test('and refused is put aside with its reason, and the next one goes', async () => {
    await keep(1);
    await keep(2);
    answers[1] = () => ({ status: 404, body: { detail: 'Not found.' } });
    expect(await sendPresses(outbox)).toBe('done');
    expect(await list()).toMatchObject([{ refused: 'Not found.', isSent: false }, { isSent: true }]);
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toEqual([1, 2]);
  });

  test('and failed on is tried five times with pauses and put aside; the others go, and its order keeps its order', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const order of [1, 2, 1, 4]) await keep(order);
    answers[1] = () => OUR_FAULT;
    for (let time = 1; time < MOST_TRIES; time++) {
      expect(await sendPresses(outbox)).toBe('waiting');
      // Asked for again at once, as by a page that comes to the front: not another try.
      expect(await sendPresses(outbox)).toBe('waiting');
      expect((await list())[0]).toMatchObject({ failed: { times: time }, isSent: false, isStuck: false });
      vi.advanceTimersByTime(10_000);
    }
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toEqual([1, 1, 1, 1, 1, 2, 4]);
    const [stuck, ...others] = await list();
    expect(stuck).toMatchObject({ isStuck: true, failed: { times: 5 } });
    expect(others).toMatchObject([{ isSent: true }, { isSent: false }, { isSent: true }]);
    vi.advanceTimersByTime(60_000);
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent).toHaveLength(7);

    // Somebody has it tried again when the shop is mended.
    answers = {};
    await outbox.store.change(stuck?.seq ?? 0, { failed: undefined, isStuck: false });
    expect(await sendPresses(outbox)).toBe('done');
    expect(sent.slice(7)).toEqual([1, 1]);
    expect((await list()).every(({ isSent }) => isSent)).toBe(true);
  });

  test('and dropped while the shop fails on it stays dropped; one that it has taken by then is shown as done', async () => {
    await keep(1);
    await keep(2);
    const drop = (index: number) => async () => outbox.store.forget([(await list())[index]?.seq ?? 0]);
    answers[1] = async () => {
      await drop(0)();
      return OUR_FAULT;
    };
    expect(await sendPresses(outbox)).toBe('waiting');
    expect(await list()).toMatchObject([{ order: 2 }]);
    answers[2] = async () => {
      await drop(0)();
      return { body: { orders: [{ order: 2, done: true, stage: 'tied', words: null }] } };
    };
    expect(await sendPresses(outbox)).toBe('done');
    expect(await list()).toMatchObject([{ order: 2, isSent: true }]);
  });

  test('is not sent by two tabs at once', async () => {
    pretendLocks();
    await keep(1);
    await Promise.all([sendPresses(outbox), sendPresses(outbox)]);
    expect(sent).toEqual([1]);
  });

  test('is forgotten the day after if the shop has it, and stays if not', async () => {
    const pressedAt = new Date(Date.now() - 36 * 3_600_000).toISOString();
    for (const order of [1, 2]) await keep(order, { pressedAt });
    answers[2] = () => ({ status: 404, body: { detail: 'Not found.' } });
    await sendPresses(outbox);
    await sendPresses(outbox);
    expect(await list()).toMatchObject([{ order: 2, refused: 'Not found.' }]);
  });

  test('is all kept or, on a device that is full, none of it', async () => {
    device.isFull = true;
    await expect(keep(1)).rejects.toThrow('Quota');
    expect(await list()).toEqual([]);
  });
});

describe('of the driver', () => {
  const keep = KINDS[1]?.keep ?? (async () => {});

  test('the time of the press goes along', async () => {
    await keep(1, { pressedAt: '2026-11-16T11:07:00Z' });
    await sendPresses(STOP_PRESSES);
    expect(forms.map((form) => Object.fromEntries(form))).toEqual([
      { outcome: 'handed over', taken_by: '', pressed_at: '2026-11-16T11:07:00Z' },
    ]);
  });

  test.each([
    [413, { photo: ['This photo is too large.'] }, 'This photo is too large.'],
    [400, { photo: ['This is not a photo.'] }, 'This is not a photo.'],
    [413, undefined, 'It is too large.'],
  ])('a photo that is refused with %i is said, and holds up nothing', async (status, body, words) => {
    await keep(1, { photo: new Blob(['x']) });
    await keep(2);
    answers[1] = (form) => (form instanceof FormData && form.has('photo') ? { status, body } : { body: {} });
    expect(await sendPresses(STOP_PRESSES)).toBe('done');
    expect(forms.map((form) => form.has('photo'))).toEqual([true, false, false]);
    expect(await STOP_PRESSES.store.list()).toMatchObject([
      { isSent: true, photo: null, photoRefused: words },
      { isSent: true },
    ]);
  });

  test('a page of a captive portal is no answer of the shop', async () => {
    await keep(1);
    answers[1] = () => ({ status: 200 });
    expect(await sendPresses(STOP_PRESSES)).toBe('no network');
    expect(await STOP_PRESSES.store.list()).toMatchObject([{ isSent: false }]);
  });

  test('one that can still be taken back is not sent', async () => {
    await keep(1, { holdUntil: Date.now() + 6_000 });
    expect(await sendPresses(STOP_PRESSES)).toBe('waiting');
    expect(sent).toEqual([]);
  });

  test('what version 0.1 has left on a phone is sent', async () => {
    const old = { key: 'k', by: ROBIN, ...STOP, order: 1, photo: null, pressedAt: new Date().toISOString() };
    await STOP_PRESSES.store.put({ ...old, seq: 7, holdUntil: 0, isSent: false });
    expect(device.rowsOf('driver')).toHaveLength(1);
    expect(await sendPresses(STOP_PRESSES)).toBe('done');
    expect(sent).toEqual([1]);
  });
});

test('at the bench one that is tied already is what was wanted; anything else is said', async () => {
  for (const order of [1, 2]) await TIES.store.add([{ ...MARK, order, pressedAt: new Date().toISOString() }]);
  const answer = (order: number, stage: string, words: string) => () => ({
    body: { orders: [{ order, done: false, stage, words }] },
  });
  answers[1] = answer(1, 'tied', 'Hana tied order 1 at 10:41.');
  answers[2] = answer(2, 'cancelled', 'Order 2 was cancelled: it is not to be tied.');
  await sendPresses(TIES);
  expect(await TIES.store.list()).toMatchObject([
    { isSent: true },
    { isSent: false, refused: 'Order 2 was cancelled: it is not to be tied.' },
  ]);
});
