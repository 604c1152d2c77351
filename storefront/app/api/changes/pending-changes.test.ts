import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api-error.ts';
import { type ChangeRequest, createPendingChanges, type Outcome, type PendingChange } from './pending-changes.ts';

const HOUR = 60 * 60 * 1000;
const ADD = {
  method: 'POST',
  path: '/api/user/orders/',
  body: { order_items: [{ product: 1, quantity: 1 }] },
} as const;
const LINE = '/api/user/orders/1/order-items/2/';
const toQuantity = (quantity: number): ChangeRequest => ({
  key: LINE,
  method: 'PATCH',
  path: LINE,
  body: { quantity },
});

type Answer = (wanted: ChangeRequest) => Promise<unknown>;

/** A browser whose tabs share a store, and a shop that answers as told. */
function openBrowser() {
  const browser = { text: null as string | null, who: '7', now: HOUR, isForbidden: false, isLeft: false };
  const stored = (): PendingChange[] => JSON.parse(browser.text ?? '[]');
  const openPage = (answer: Answer = async () => 'yes') => {
    const call = vi.fn(answer);
    const callOnLeave = vi.fn<(wanted: ChangeRequest) => void>();
    const changes = createPendingChanges({
      store: {
        read: () => browser.text,
        write(text) {
          if (browser.isForbidden) throw new Error('forbidden');
          browser.text = text;
        },
      },
      userId: () => browser.who,
      now: () => browser.now,
      call,
      callOnLeave,
      holdLock() {},
      withLock: (_key, act) => act(),
      watchLeaving: () => () => browser.isLeft,
    });
    const outcomes: [string, Outcome['is']][] = [];
    const resend = () => changes.resend(({ key }, { is }) => outcomes.push([key, is]));
    return { changes, call, callOnLeave, outcomes, resend };
  };
  return { browser, stored, openPage };
}

const never: Answer = () => new Promise(() => {});
const fail =
  (status: number): Answer =>
  () =>
    Promise.reject(new ApiError(status, undefined));

describe('what was pressed', () => {
  test('is stored before it is sent, and until the shop has acknowledged it', async () => {
    const { stored, openPage } = openBrowser();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { changes, call } = openPage(() => promise);
    const change = changes.record({ key: 'a', ...ADD });
    expect(stored()).toEqual([{ key: 'a', ...ADD, who: '7', at: HOUR }]);
    expect(call).not.toHaveBeenCalled();
    const sent = changes.send(change);
    expect(stored()).toHaveLength(1);
    resolve();
    await sent;
    expect(stored()).toEqual([]);
  });

  test.each([400, 403, 404, 409, 413, 422])('is removed when the shop refuses it with %i', async (status) => {
    const { stored, openPage } = openBrowser();
    const { changes } = openPage(fail(status));
    await expect(changes.send(changes.record({ key: 'a', ...ADD }))).rejects.toMatchObject({ status });
    expect(stored()).toEqual([]);
  });

  test.each([0, 408, 429, 500, 503])(
    'and failed with %i, as the page says, is not made by a later page: pressed again, it is the same press',
    async (status) => {
      const { browser, stored, openPage } = openBrowser();
      const { changes } = openPage(fail(status));
      await expect(changes.send(changes.record({ key: 'a', ...ADD }))).rejects.toMatchObject({ status });
      changes.flush();
      const next = openPage();
      await next.resend();
      expect([next.call.mock.calls, next.outcomes, next.changes.hasOwn()]).toEqual([[], [], false]);
      const again = next.changes.findTold(ADD);
      expect(again).toMatchObject({ key: 'a' });
      const { promise, resolve } = Promise.withResolvers<void>();
      next.call.mockReturnValueOnce(promise);
      const sent = again && next.changes.send(again);
      expect(next.call.mock.calls.map(([{ key }]) => key)).toEqual(['a']);
      // Asked for again, it is no longer one that is over.
      expect(openPage().changes.hasOwn()).toBe(true);
      resolve();
      await sent;
      expect(stored()).toEqual([]);
      // Nobody waits for it: it ends in silence.
      await changes.send(changes.record({ key: 'b', ...ADD })).catch(() => {});
      browser.now += 2 * HOUR;
      const late = openPage();
      await late.resend();
      expect([late.outcomes, stored()]).toEqual([[], []]);
    },
  );

  test.each([
    ['the page was being left', 0, true],
    ['the session had ended, which leads to the login', 401, false],
  ])('and failed while %s is sent by the next page: nobody was told', async (_why, status, isLeft) => {
    const { browser, stored, openPage } = openBrowser();
    browser.isLeft = isLeft;
    const { changes } = openPage(fail(status));
    await expect(changes.send(changes.record({ key: 'a', ...ADD }))).rejects.toMatchObject({ status });
    const next = openPage();
    await next.resend();
    expect(next.call.mock.calls.map(([{ key, body }]) => [key, body])).toEqual([['a', ADD.body]]);
    expect(next.outcomes).toEqual([['a', 'done']]);
    expect(stored()).toEqual([]);
  });

  test('and never answered because the page was left is sent by the next, in the order it was pressed', async () => {
    const { openPage } = openBrowser();
    const { changes } = openPage(never);
    for (const key of ['a', 'b', 'c']) void changes.send(changes.record({ key, ...ADD }));
    const next = openPage();
    await next.resend();
    expect(next.call.mock.calls.map(([{ key }]) => key)).toEqual(['a', 'b', 'c']);
  });

  test('and refused when it is sent again is reported and removed', async () => {
    const { stored, openPage } = openBrowser();
    openPage().changes.record({ key: 'a', ...ADD });
    const next = openPage(fail(400));
    await next.resend();
    expect(next.outcomes).toEqual([['a', 'refused']]);
    expect(stored()).toEqual([]);
  });

  test('stays for a later page while the shop does not answer, and the others with it', async () => {
    const { stored, openPage } = openBrowser();
    for (const key of ['a', 'b']) openPage().changes.record({ key, ...ADD });
    const next = openPage(fail(503));
    await next.resend();
    expect(next.call).toHaveBeenCalledTimes(1);
    expect(next.outcomes).toEqual([]);
    expect(stored()).toHaveLength(2);
  });

  test('is not sent again by the page that is sending it', async () => {
    const { openPage } = openBrowser();
    const { changes, call, resend } = openPage(never);
    void changes.send(changes.record({ key: 'a', ...ADD }));
    await resend();
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('again after it was not answered means the same press', async () => {
    const { openPage } = openBrowser();
    const { changes } = openPage(fail(0));
    expect(changes.findTold(ADD)).toBeUndefined();
    const change = changes.record({ key: 'a', ...ADD });
    // On its way it is a press of its own, and another one is another.
    expect(changes.findTold(ADD)).toBeUndefined();
    await changes.send(change).catch(() => {});
    expect(changes.findTold(ADD)).toMatchObject({ key: 'a' });
    expect(changes.findTold({ ...ADD, body: { order_items: [] } })).toBeUndefined();
  });

  test('more than an hour ago is reported and not sent, and so is what comes from the future', async () => {
    const { browser, stored, openPage } = openBrowser();
    openPage().changes.record({ key: 'old', ...ADD });
    browser.now = 2 * HOUR;
    const inTime = openPage();
    await inTime.resend();
    expect(inTime.outcomes).toEqual([['old', 'done']]);

    openPage().changes.record({ key: 'older', ...ADD });
    browser.now = 3 * HOUR + 1;
    const late = openPage();
    await late.resend();
    expect([late.outcomes, late.call.mock.calls]).toEqual([[['older', 'too-old']], []]);
    openPage().changes.record({ key: 'ahead', ...ADD });
    browser.now = HOUR;
    const early = openPage();
    await early.resend();
    expect(early.outcomes).toEqual([['ahead', 'too-old']]);
    expect(stored()).toEqual([]);
  });
});

describe('of one thing', () => {
  test('only what was pressed last is stored, and an answer to an earlier press does not end it', async () => {
    const { stored, openPage } = openBrowser();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { changes } = openPage(() => promise);
    const sent = changes.send(changes.record(toQuantity(3)));
    changes.record(toQuantity(4));
    changes.record(toQuantity(5));
    expect(stored().map(({ body }) => body)).toEqual([{ quantity: 5 }]);
    resolve();
    await sent;
    expect(stored().map(({ body }) => body)).toEqual([{ quantity: 5 }]);
    const next = openPage();
    await next.resend();
    expect(next.call.mock.calls.map(([{ body }]) => body)).toEqual([{ quantity: 5 }]);
  });

  test('what waits for an answer to the one before goes out when the page is left', () => {
    const { openPage } = openBrowser();
    const { changes, callOnLeave } = openPage(never);
    void changes.send(changes.record({ key: 'a', ...ADD }));
    void changes.send(changes.record(toQuantity(3)));
    changes.record(toQuantity(4));
    changes.flush();
    expect(callOnLeave.mock.calls.map(([{ body }]) => body)).toEqual([{ quantity: 4 }]);
  });
});

describe('what failed, as the page says', () => {
  test('is not done later, unless the page was only being left', async () => {
    const { browser, stored, openPage } = openBrowser();
    const { changes } = openPage(fail(0));
    await changes.send(changes.record(toQuantity(3))).catch(() => {});
    expect(stored()).toEqual([]);
    browser.isLeft = true;
    await changes.send(changes.record(toQuantity(4))).catch(() => {});
    expect(stored().map(({ body }) => body)).toEqual([{ quantity: 4 }]);
  });

  test('does not remove what is pressed next', async () => {
    const { stored, openPage } = openBrowser();
    const { promise, reject } = Promise.withResolvers<void>();
    const { changes } = openPage(() => promise);
    const sent = changes.send(changes.record(toQuantity(3)));
    changes.record(toQuantity(4));
    reject(new ApiError(0, undefined));
    await sent.catch(() => {});
    expect(stored().map(({ body }) => body)).toEqual([{ quantity: 4 }]);
  });
});

describe('another person', () => {
  test('never sends what somebody left, and it waits for whoever pressed it', async () => {
    const { browser, openPage } = openBrowser();
    openPage().changes.record({ key: 'a', ...ADD });
    browser.who = '8';
    const hers = openPage();
    await hers.resend();
    expect(hers.changes.findTold(ADD)).toBeUndefined();
    hers.changes.clearOwn();
    browser.who = '';
    await openPage(() => Promise.reject(new Error('nobody is signed in'))).resend();
    expect(hers.call).not.toHaveBeenCalled();
    browser.who = '7';
    const back = openPage();
    await back.resend();
    expect(back.outcomes).toEqual([['a', 'done']]);
  });

  test('gets no report of what was too old', async () => {
    const { browser, stored, openPage } = openBrowser();
    openPage().changes.record({ key: 'a', ...ADD });
    Object.assign(browser, { who: '8', now: 3 * HOUR });
    const hers = openPage();
    hers.changes.record({ key: 'b', ...ADD });
    expect(stored().map(({ key }) => key)).toEqual(['b']);
    await hers.resend();
    expect(hers.outcomes).toEqual([['b', 'done']]);
  });

  test('finds nothing of whoever logged out', () => {
    const { stored, openPage } = openBrowser();
    const { changes, callOnLeave } = openPage();
    changes.record({ key: 'a', ...ADD });
    changes.clearOwn();
    changes.flush();
    expect([stored(), callOnLeave.mock.calls]).toEqual([[], []]);
  });

  test('does not get what was pressed while the token named nobody', async () => {
    const { browser, stored, openPage } = openBrowser();
    browser.who = '';
    const { changes } = openPage();
    changes.record({ key: 'a', ...ADD });
    browser.who = '7';
    changes.record({ key: 'b', ...ADD });
    changes.clearUnowned();
    expect(stored().map(({ key }) => key)).toEqual(['b']);
  });

  test('is the same person once the token can be read again', async () => {
    const { browser, openPage } = openBrowser();
    browser.who = '';
    openPage().changes.record({ key: 'a', ...ADD });
    browser.who = '7';
    const next = openPage();
    await next.resend();
    expect(next.outcomes).toEqual([['a', 'done']]);
  });
});

describe('the store', () => {
  test('holds 20 at most; what is pressed beyond that is sent, and not stored', async () => {
    const { stored, openPage } = openBrowser();
    const { changes, call } = openPage(never);
    for (let press = 0; press < 21; press += 1) void changes.send(changes.record({ key: `${press}`, ...ADD }));
    expect(call).toHaveBeenCalledTimes(21);
    expect(stored()).toHaveLength(20);
  });

  test('holds nothing large', () => {
    const { stored, openPage } = openBrowser();
    openPage().changes.record({ key: 'a', ...ADD, body: 'x'.repeat(20_000) });
    expect(stored()).toEqual([]);
  });

  test('may be forbidden: then everything is sent all the same', async () => {
    const { browser, openPage } = openBrowser();
    browser.isForbidden = true;
    const { changes, call } = openPage();
    await changes.send(changes.record({ key: 'a', ...ADD }));
    expect(call).toHaveBeenCalledTimes(1);
  });

  test.each([
    'nonsense',
    '{}',
    '[null, 7, {"key":"a"}]',
    '[{"key":"a","method":"POST","path":"https://elsewhere.example/","who":"7","at":3600000}]',
    '[{"key":"a","method":"GET","path":"/api/user/orders/","who":"7","at":3600000}]',
  ])('may hold %s, which is nothing', async (text) => {
    const { browser, openPage } = openBrowser();
    browser.text = text;
    const { call, outcomes, resend } = openPage();
    await resend();
    expect([call.mock.calls, outcomes]).toEqual([[], []]);
  });
});
