import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { Busy } from '#server/errors.ts';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import {
  makeOrder,
  openTestStandIn,
  openWebhookReceiver,
} from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { hurryCertificates } from './webhook-certificates.ts';

const HOUR = 3_600_000;
const PAYPAL = '198.51.100.1';
const FORGER = '203.0.113.1';

let host: Server;
let address: string;
let certificate: string;
let heard: { headers: Record<string, string>; raw: Buffer };
let database: TestDatabase;
let db: Database;
let now: number;
/** What PayPal's host of certificates says of one that was made up, and of the real one. */
let onForged: 'answer' | 'hang';
let onReal: { status: number; retryAfter?: string };
let asked: string[];
let atOnce: number;
let mostAtOnce: number;

beforeAll(async () => {
  const receiver = await openWebhookReceiver();
  const standIn = await openTestStandIn({ webhookUrl: receiver.url });
  const { body } = await standIn.create(makeOrder());
  await standIn.approve(body.id);
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 60_000 });
  heard = receiver.received[0] as typeof heard;
  certificate = await (await fetch(heard.headers['paypal-cert-url'] as string)).text();
  await standIn.close();
  receiver.close();
  host = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    asked.push(name);
    atOnce++;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.on('close', () => atOnce--);
    if (name === 'CERT-real') {
      const headers = onReal.retryAfter === undefined ? {} : { 'retry-after': onReal.retryAfter };
      return response.writeHead(onReal.status, headers).end(certificate);
    }
    if (onForged === 'answer') response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
beforeEach(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  hurryCertificates(db, { fetchMs: 1_000, longestWaitMs: 2_000, restAfterFailureMs: 60 });
  now = Date.now();
  onForged = 'answer';
  onReal = { status: 200 };
  asked = [];
  [atOnce, mostAtOnce] = [0, 0];
});
afterEach(() => database.drop());

const verify = (name: string, network: string) => {
  const config = readConfig({ PAYPAL_API_BASE: address });
  const headers = { ...heard.headers, 'paypal-cert-url': `${address}/v1/notifications/certs/${name}` };
  return verifyWebhook({ config, db, clock: { now: () => new Date(now) } }, headers, heard.raw, network);
};
const takeReal = (network = PAYPAL) => verify('CERT-real', network);
let number = 0;
const forge = (network = FORGER) => {
  const refused = expect(verify(`CERT-${number++}`, network)).rejects.toBeInstanceOf(Busy);
  return { refused };
};
/** The same database, and nothing in memory. */
async function restart(act: () => Promise<void>): Promise<void> {
  db = connect(database.connectionString);
  await act();
  await db.$client.end();
}

describe('a true event after a fresh start', () => {
  test.each([20, 200])(
    'is taken after %i forged ones',
    async (count) => {
      const forged = Array.from({ length: count }, () => forge());
      await Promise.race(forged.map(({ refused }) => refused));
      await takeReal();
      await Promise.all(forged.map(({ refused }) => refused));
      await takeReal();
      expect(asked.filter((name) => name === 'CERT-real')).toHaveLength(1);
      expect(mostAtOnce).toBeLessThanOrEqual(6);
    },
    40_000,
  );

  test('is taken while forged ones from elsewhere wait for certificates that never come', async () => {
    onForged = 'hang';
    const forged = Array.from({ length: 250 }, () => forge());
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 60_000);
    await takeReal();
    expect(asked.length).toBeLessThanOrEqual(3);
    await Promise.all(forged.map(({ refused }) => refused));
    expect(mostAtOnce).toBeLessThanOrEqual(3);
  });

  test('is taken before the forged ones that came from the same network earlier', async () => {
    const forged = Array.from({ length: 50 }, () => forge(PAYPAL));
    await takeReal(PAYPAL);
    expect(asked.length).toBeLessThan(10);
    await Promise.all(forged.map(({ refused }) => refused));
  });

  test('is taken although forgers name its certificate first, among many that were never there', async () => {
    onForged = 'hang';
    const forged = Array.from({ length: 3 }, () => forge());
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 60_000);
    const named = verify('CERT-real', FORGER).catch(() => undefined);
    forged.push(...Array.from({ length: 40 }, () => forge()));
    await takeReal();
    await Promise.all([named, ...forged.map(({ refused }) => refused)]);
  });

  test('is taken without asking anyone, if one was verified with its certificate before', async () => {
    await takeReal();
    await restart(async () => {
      onReal = { status: 500 };
      await takeReal();
      expect(asked).toEqual(['CERT-real']);
    });
  });
});

describe('a certificate', () => {
  test('that nothing was verified with is not written down', async () => {
    const config = readConfig({ PAYPAL_API_BASE: address });
    const headers = { ...heard.headers, 'paypal-cert-url': `${address}/v1/notifications/certs/CERT-real` };
    const clock = { now: () => new Date(now) };
    await expect(verifyWebhook({ config, db, clock }, headers, Buffer.from('{}'), FORGER)).rejects.toThrow();
    await restart(async () => {
      onReal = { status: 500 };
      await expect(takeReal()).rejects.toBeInstanceOf(Busy);
    });
  });

  test('that is not there is asked for once in a while', async () => {
    for (let tries = 0; tries < 3; tries++) await expect(verify('CERT-none', FORGER)).rejects.toBeInstanceOf(Busy);
    expect(asked).toHaveLength(1);
    now += 31_000;
    await expect(verify('CERT-none', FORGER)).rejects.toBeInstanceOf(Busy);
    expect(asked).toHaveLength(2);
  });

  test('is asked for again after half a day, and believed for another half if PayPal cannot say', async () => {
    await takeReal();
    onReal = { status: 500 };
    now += 13 * HOUR;
    await takeReal();
    expect(asked).toHaveLength(2);
    now += 12 * HOUR;
    await expect(takeReal()).rejects.toBeInstanceOf(Busy);
    onReal = { status: 200 };
    now += 31_000;
    await takeReal();
    now += 11 * HOUR;
    await takeReal();
    expect(asked).toHaveLength(4);
  });

  test('that PayPal has taken back is believed no longer, also after a restart', async () => {
    await takeReal();
    onReal = { status: 404 };
    now += 13 * HOUR;
    await expect(takeReal()).rejects.toBeInstanceOf(Busy);
    await restart(() => expect(takeReal()).rejects.toBeInstanceOf(Busy));
  });

  test('is not asked for while PayPal wants to be left alone', async () => {
    onReal = { status: 429, retryAfter: '40' };
    await expect(takeReal()).rejects.toBeInstanceOf(Busy);
    onReal = { status: 200 };
    now += 35_000;
    await expect(takeReal()).rejects.toBeInstanceOf(Busy);
    expect(asked).toHaveLength(1);
    now += 31_000;
    await takeReal();
  });
});
