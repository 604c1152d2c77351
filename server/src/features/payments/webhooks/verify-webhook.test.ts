import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { Busy, Invalid } from '#server/errors.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/test-database.ts';
import {
  makeOrder,
  openTestStandIn,
  openWebhookReceiver,
} from '../../../../../paypal-stand-in/testing/test-stand-in.ts';
import { verifyWebhook } from './verify-webhook.ts';

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>;
let standIn: Awaited<ReturnType<typeof openTestStandIn>>;
let database: TestDatabase;
let heard: { headers: Record<string, string>; raw: Buffer };

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await openWebhookReceiver();
  standIn = await openTestStandIn({ webhookUrl: receiver.url });
  const { body } = await standIn.create(makeOrder());
  await standIn.approve(body.id);
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), { timeout: 60_000 });
  heard = receiver.received[0] as typeof heard;
});
afterAll(async () => {
  await standIn.close();
  receiver.close();
  await database.drop();
});

const verify = (headers: Record<string, string>, raw: Buffer, now = new Date()) => {
  const config = readConfig({ PAYPAL_API_BASE: standIn.url });
  return verifyWebhook({ config, db: database.db, clock: { now: () => now } }, headers, raw, '192.0.2.7');
};

test('takes an event as it was signed', async () => {
  await expect(verify(heard.headers, heard.raw)).resolves.toBeUndefined();
});

test('refuses it with any one byte changed', async () => {
  for (let place = 0; place < heard.raw.length; place++) {
    const altered = Buffer.from(heard.raw);
    altered[place] = (altered[place] as number) ^ 1;
    await expect(verify(heard.headers, altered), `byte ${place}`).rejects.toBeInstanceOf(Invalid);
  }
});

test('refuses it cut short, longer, and written anew', async () => {
  const again = Buffer.from(JSON.stringify(JSON.parse(heard.raw.toString()), null, 1));
  for (const altered of [heard.raw.subarray(0, -1), Buffer.concat([heard.raw, Buffer.from(' ')]), again])
    await expect(verify(heard.headers, altered)).rejects.toBeInstanceOf(Invalid);
});

test.each(['paypal-transmission-id', 'paypal-transmission-time', 'paypal-transmission-sig'])(
  'refuses it with another %s',
  async (name) => {
    const other = (heard.headers[name] as string).replace(/[0-9a-z]/, (sign) => (sign === '1' ? '2' : '1'));
    await expect(verify({ ...heard.headers, [name]: other }, heard.raw)).rejects.toBeInstanceOf(Invalid);
    const { [name]: _left, ...without } = heard.headers;
    await expect(verify(without, heard.raw)).rejects.toBeInstanceOf(Invalid);
  },
);

test('believes no certificate outside its time', async () => {
  await verify(heard.headers, heard.raw);
  await expect(verify(heard.headers, heard.raw, new Date('2190-01-01'))).rejects.toBeInstanceOf(Busy);
});

test.each(['a/b', 'x'.repeat(81), '', '%2e%2e', 'a.b', 'a:b'])(
  'looks for no certificate at an address like %s',
  async (name) => {
    const headers = { ...heard.headers, 'paypal-cert-url': `${standIn.url}/v1/notifications/certs/${name}` };
    await expect(verify(headers, heard.raw)).rejects.toBeInstanceOf(Invalid);
  },
);
