import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createPaypal, type Paypal } from './paypal.ts';
import { PaypalBusy, PaypalUnclear } from './paypal-problems.ts';

type Answer = { status: number; retryAfter?: string; body?: object };

const TOKEN = '/v1/oauth2/token';
const GIVEN: Answer = { status: 200, body: { access_token: 'a', expires_in: 9_000 } };
const ORDER: Answer = { status: 200, body: { id: 'X', status: 'CREATED' } };

let server: Server;
let address: string;
let now: number;
let paypal: Paypal;
let tokens: Answer;
let orders: Answer;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const { status, retryAfter, body = {} } = path === TOKEN ? tokens : orders;
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  now = Date.parse('2026-11-16T09:46:00Z');
  [tokens, orders] = [GIVEN, ORDER];
  const config = readConfig({ PAYPAL_API_BASE: address });
  paypal = createPaypal(config, { now: () => new Date(now) });
});

const find = () =>
  paypal.findOrder('X').then(
    () => 'found',
    (error: unknown) => error,
  );
const waitOf = async () => ((await find()) as PaypalBusy).seconds;

describe('what PayPal asks for when it has had enough', () => {
  test.each([
    ['in seconds', '20', 20],
    ['as a date', 'Mon, 16 Nov 2026 09:46:20 GMT', 20],
    ['not at all', undefined, 5],
    ['unreadably', 'soon', 5],
    ['for a day', '86400', 60],
    ['as a date next year', 'Tue, 16 Nov 2027 09:46:20 GMT', 60],
    ['as a date in the past', 'Mon, 16 Nov 2020 09:46:20 GMT', 1],
    ['as nothing', '0', 1],
    ['as less than nothing', '-5', 1],
  ])('is done, said %s', async (_how, retryAfter, seconds) => {
    orders = { status: 429, ...(retryAfter !== undefined && { retryAfter }) };
    expect(await waitOf()).toBe(seconds);
    orders = ORDER;
    now += seconds * 1000 - 1;
    expect(await find()).toBeInstanceOf(PaypalBusy);
    now += 1;
    expect(await find()).toBe('found');
    expect(asked.filter((path) => path !== TOKEN)).toHaveLength(2);
  });

  test('holds for its kind of call alone', async () => {
    orders = { status: 429, retryAfter: '30' };
    await find();
    orders = ORDER;
    expect((await paypal.createOrder({}, 'create')).id).toBe('X');
    expect((await paypal.captureOrder('X', 'capture')).id).toBe('X');
    expect(await find()).toBeInstanceOf(PaypalBusy);
  });

  test('is asked of tokens too: then nothing that needs one is asked', async () => {
    tokens = { status: 429, retryAfter: '10' };
    for (let tries = 0; tries < 10; tries++) expect(await find()).toBeInstanceOf(PaypalBusy);
    expect(asked).toEqual([TOKEN]);
    tokens = GIVEN;
    now += 10_000;
    expect(await find()).toBe('found');
  });

  test('ends although the clock is set back meanwhile', async () => {
    orders = { status: 429, retryAfter: '60' };
    await find();
    orders = ORDER;
    now -= 3_600_000;
    expect(await find()).toBe('found');
  });
});

describe('the circuit', () => {
  const fail = async (answer: Answer, times = 5) => {
    orders = answer;
    for (let tries = 0; tries < times; tries++) {
      expect(await find()).toBeInstanceOf(PaypalUnclear);
      now += 61_000;
    }
    now -= 61_000;
    orders = ORDER;
  };
  const isOpen = async () => {
    const before = asked.length;
    await paypal.captureOrder('X', 'capture').catch(() => {});
    return asked.length === before;
  };

  test.each([408, 409, 429])('stays closed after answers of %i: they are no outage', async (status) => {
    await fail({ status, retryAfter: '1' }, 12);
    expect(await isOpen()).toBe(false);
  });

  test.each([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['503 that says when', { status: 503, retryAfter: '60' }],
    ['something that is no order', { status: 200, body: {} }],
  ])('opens after five answers of %s', async (_what, answer) => {
    await fail(answer);
    expect(await isOpen()).toBe(true);
  });

  test('503 that says when is left alone until then', async () => {
    orders = { status: 503, retryAfter: '40' };
    expect(await waitOf()).toBe(40);
    now += 39_000;
    expect(await waitOf()).toBe(1);
    expect(asked.filter((path) => path !== TOKEN)).toHaveLength(1);
  });
});
