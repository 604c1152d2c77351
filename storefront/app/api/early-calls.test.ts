import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addEarlyCalls, listEarlyCalls, startEarlyCalls } from './early-calls.ts';
import { dropEarlyCalls, takeEarlyCall } from './take-early-call.ts';

const CART = '/api/user/orders/?status=P,W';
const ORDER = '/api/user/orders/7/';
const DELIVERY = `${ORDER}delivery/`;
const PAGE = '<html><head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/></head></html>';
const tokenUntil = (seconds: number, name = 'ada') =>
  `h.${btoa(JSON.stringify({ sid: name, exp: Date.now() / 1000 + seconds }))}.s`;
const good = tokenUntil(600);

let stored: Map<string, string>;
let made: { path: string; authorization: string }[];
let answer: () => Promise<Response>;
const html = { dataset: {} as Record<string, string> };

beforeEach(() => {
  stored = new Map([
    ['access_token', good],
    ['refresh_token', 'r'],
  ]);
  made = [];
  html.dataset = {};
  answer = async () => Response.json([]);
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { documentElement: html });
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: { authorization: string } }) => {
    made.push({ path, authorization: headers.authorization });
    return answer();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Runs the script of the page as the browser does: from its text alone. */
function open(address: string): void {
  const page = addEarlyCalls(PAGE, new URL(address, 'https://shop.example'), 'n');
  const [, script] = /<script nonce="n">(.*)<\/script>/s.exec(page) ?? [];
  if (script) new Function(script)();
}
const take = async (path = CART, access = good) => (await takeEarlyCall(path, access))?.status;

describe('works', () => {
  test('asks for the cart as the person signed in, and hands the response over once', async () => {
    open('/cart');
    expect(made).toEqual([{ path: CART, authorization: `Bearer ${good}` }]);
    expect([await take(), await take()]).toEqual([200, undefined]);
  });

  test('asks for what the page shows: the tab of the account, the order of the address', () => {
    const calls = (path: string) => listEarlyCalls(new URL(path, 'https://shop.example'));
    const lists = ['C', 'X'].map((status) => `/api/user/orders/?status=${status}&limit=11`);
    expect(calls('/profile')).toEqual(['/api/user/profile/', ...lists, CART]);
    expect(calls('/profile?tab=addresses')).toEqual(['/api/user/profile/', '/api/user/profile/address/']);
    expect(calls('/history/7')).toEqual(['/api/user/orders/7/']);
  });

  test('asks how far the flowers of a paid order are, as soon as it is known to be paid, taken or not', async () => {
    answer = async () => Response.json({ id: 7, status: 'C', stage: 'tied' });
    for (const isTaken of [false, true]) {
      made = [];
      open('/history/7');
      const order = isTaken ? takeEarlyCall(ORDER, good) : undefined;
      await expect.poll(() => made.map(({ path }) => path)).toEqual([ORDER, DELIVERY]);
      expect(await (await (order ?? takeEarlyCall(ORDER, good)))?.json()).toMatchObject({ id: 7 });
      expect(await take(DELIVERY)).toBe(200);
    }
  });

  test('hands over a refusal as it is: a 401 renews the token as ever', async () => {
    answer = async () => new Response('{}', { status: 401 });
    open('/cart');
    expect(await take()).toBe(401);
  });
});

describe('refuses', () => {
  test('pages that are not private, and steps of the checkout that ask for something else', () => {
    for (const address of [
      '/',
      '/product',
      '/cart?step=address',
      '/cart?token=x',
      '/history/x',
      '/history/1/receipt',
    ]) {
      open(address);
      expect([address, made]).toEqual([address, []]);
    }
  });

  test('to ask with a token that has expired or cannot be read, and marks nobody as a guest for that', () => {
    for (const token of [tokenUntil(5), 'nonsense', '']) {
      stored.set('access_token', token);
      open('/cart');
    }
    expect([made, html.dataset]).toEqual([[], {}]);
  });

  test('to ask for somebody who is not signed in, whose page hides its frame', () => {
    stored.clear();
    open('/cart');
    expect([made, html.dataset]).toEqual([[], { guest: '' }]);
  });

  test('nothing where storage is forbidden', () => {
    vi.stubGlobal('localStorage', undefined);
    open('/cart');
    expect(made).toEqual([]);
  });
});

describe('does not ask how far the flowers are', () => {
  const open7 = async () => {
    open('/history/7');
    await (await takeEarlyCall(ORDER, good))?.text();
    await new Promise((resolve) => setTimeout(resolve));
    return made.map(({ path }) => path);
  };
  test.each([
    ['of a cart', { status: 'P', stage: null }],
    ['of what is being paid for', { status: 'W', stage: 'awaiting payment' }],
    ['of what was cancelled', { status: 'X', stage: 'cancelled' }],
  ])('%s', async (_, order) => {
    answer = async () => Response.json({ id: 7, ...order });
    expect(await open7()).toEqual([ORDER]);
  });

  test('where there is no such order', async () => {
    answer = async () => Response.json({ status: 'C' }, { status: 404 });
    expect(await open7()).toEqual([ORDER]);
  });

  test('after a change of this page', async () => {
    answer = async () => Response.json({ id: 7, status: 'C', stage: 'tied' });
    open('/history/7');
    dropEarlyCalls();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made.map(({ path }) => path)).toEqual([ORDER]);
  });
});

describe('protects', () => {
  test('one person from the response of another, who signed in meanwhile', async () => {
    open('/cart');
    expect(await take(CART, tokenUntil(600, 'bea'))).toBeUndefined();
    expect(await take()).toBeUndefined();
  });

  test('from a cart as it was before a change, here or in another tab', async () => {
    open('/cart');
    dropEarlyCalls();
    expect(await take()).toBeUndefined();
    open('/cart');
    stored.set('cart_seen', '{"units":4}');
    expect(await take()).toBeUndefined();
  });

  test('from a response of long ago', async () => {
    open('/cart');
    const now = performance.now();
    vi.stubGlobal('performance', { now: () => now + 31_000 });
    expect(await take()).toBeUndefined();
  });

  test('a call that did not reach the shop is made again; one that took ten seconds has failed', async () => {
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    open('/cart');
    expect(await take()).toBeUndefined();
    answer = () => Promise.reject(new DOMException('', 'TimeoutError'));
    open('/cart');
    await expect(take()).rejects.toThrow(DOMException);
  });

  test('its text needs nothing from outside itself', () => {
    expect(String(startEarlyCalls)).not.toMatch(/import|__vite|MAX_AGE|CART/);
  });
});
