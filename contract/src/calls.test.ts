import { expect, test } from 'vitest';
import type { Call, Method } from './calls/call.ts';
import type { AnswerAt, Asks, Known, Sends, Sent, ShopCalls } from './calls.ts';

const FEATURES = import.meta.glob<object>('./calls/*.ts', { eager: true });
const CALLS = Object.values(FEATURES)
  .flatMap((feature) => Object.values(feature))
  .flatMap((calls) => Object.values(calls))
  .filter((call): call is Call => Boolean(call) && typeof call === 'object' && 'path' in (call as object));

test('no two calls have one address', () => {
  const names = CALLS.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`);
  expect(names).toEqual([...new Set(names)]);
});

test('what a path names is what the call reads, and nothing else', () => {
  for (const { path, params } of CALLS) {
    const named = path.match(/(?<=:)\w+/g) ?? [];
    const read = Object.keys((params as { shape?: object } | undefined)?.shape ?? {});
    expect([path, named.toSorted()]).toEqual([path, read.toSorted()]);
  }
});

// The compiler is what tests the following: a line that must not compile fails `tsc` if it does.

/** As pages of the desk have it; it calls nobody. */
const send = <const M extends Method, const P extends string>(
  ...[_method, path]: [method: M, path: P & Known<M, P>, ...body: Sends<M, P>]
) => ({ path, answer: undefined as AnswerAt<M, P> | undefined });

test('a path without a call does not compile', () => {
  const number: number = 7;
  expect([
    send('GET', '/api/desk/takings/'),
    // @ts-expect-error
    send('GET', '/api/desk/takinks/'),
    // @ts-expect-error
    send('GET', '/api/desk/takings'),
    // @ts-expect-error
    send('DELETE', '/api/desk/takings/'),
    // @ts-expect-error
    send('GET', `/api/desk/${number}/`),
    // @ts-expect-error
    send('GET', '/api/desk/takings/?period=month'),
    // @ts-expect-error
    send('GET', String('/api/desk/takings/')),
  ]).toHaveLength(7);
});

test('a body that the call does not take does not compile', () => {
  const path = '/api/desk/takings/exports/';
  expect([
    send('POST', path, { file: 'days', from: '2026-11-01', to: '2026-11-30' }),
    // @ts-expect-error
    send('POST', path, { file: 'days', from: '2026-11-01', until: '2026-11-30' }),
    // @ts-expect-error
    send('POST', path, { file: 'days', from: 1, to: 30 }),
    // @ts-expect-error
    send('POST', path),
    // @ts-expect-error
    send('GET', '/api/desk/takings/', { file: 'days' }),
  ]).toHaveLength(5);
});

test('a query that the call does not know does not compile', () => {
  const asks: Asks<'/api/desk/takings/'>[] = [
    { period: 'month', day: undefined },
    // @ts-expect-error
    { periods: 'month' },
    // @ts-expect-error
    { period: 30 },
  ];
  expect(asks).toHaveLength(3);
});

test('an answer is what the call says', () => {
  const { answer } = send('GET', '/api/desk/takings/');
  const goods: number | undefined = answer?.sums.goods;
  // @ts-expect-error
  const wrong: string | undefined = answer?.sums.goods;
  // @ts-expect-error
  const unknown = answer?.sums.flowers;
  expect([goods, wrong, unknown]).toEqual([undefined, undefined, undefined]);
});

/** As pages of the shop have it. */
const callShop = <const M extends Method, const P extends string>(
  path: P & Known<M, P, ShopCalls>,
  _call: Sent<M, P>,
) => ({
  path,
  answer: undefined as AnswerAt<M, P, ShopCalls> | undefined,
});

test('the shop is called in the same way, and not by calls of the desk', () => {
  const id: number = 7;
  const path = `/api/user/orders/${id}/order-items/` as const;
  const asks: Asks<'/api/products/'>[] = [
    { sort: 'price', limit: 4 },
    // @ts-expect-error
    { sorted: 'price' },
  ];
  const { answer } = callShop(path, { method: 'POST', body: { product: 1, quantity: 2 } });
  const quantity: number | undefined = answer?.quantity;
  // @ts-expect-error
  const wrong: string | undefined = answer?.quantity;
  expect([
    asks,
    quantity,
    wrong,
    callShop(`/api/user/orders/${id}/cancel/`, { method: 'POST' }),
    // @ts-expect-error
    callShop(`/api/user/orders/${id}/cancels/`, { method: 'POST' }),
    // @ts-expect-error
    callShop(`/api/user/orders/${id}/cancel/`, { method: 'PUT' }),
    // @ts-expect-error
    callShop(`/api/user/orders/${id}/cancel/`, { method: 'POST', body: {} }),
    // @ts-expect-error
    callShop(path, { method: 'POST' }),
    // @ts-expect-error
    callShop(path, { method: 'POST', body: { product: 1, quantities: 2 } }),
    // @ts-expect-error
    callShop('/api/desk/takings/exports/', { method: 'POST', body: { file: 'days', from: '', to: '' } }),
  ]).toHaveLength(10);
});
