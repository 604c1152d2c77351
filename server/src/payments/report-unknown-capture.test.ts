import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { captureOf, makeOrder } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { sql } from '../database/drizzle.ts';
import { findInstallation } from '../installation/find-installation.ts';
import { openTill } from '../testing/open-till.ts';

let till: Awaited<ReturnType<typeof openTill>>;
let ours: string;

beforeAll(async () => {
  till = await openTill();
  ours = await findInstallation(till.shop.deps.db);
});
afterAll(() => till.close());

/** PayPal takes £22.50 for something that the shop does not know, and tells it so. */
async function hearOf(invoice: string): Promise<string> {
  const { body } = await till.provider.create(makeOrder(invoice));
  await till.provider.approve(body.id);
  const { id } = captureOf(await till.provider.capture(body.id));
  await till.provider.call('POST', '/standin/webhooks', { release: true });
  const heard = async () =>
    (await till.shop.deps.db.execute(sql`select 1 from webhook_events where body -> 'resource' ->> 'id' = ${id}`)).rows;
  await vi.waitFor(async () => expect(await heard()).toHaveLength(1), { timeout: 15_000 });
  await till.provider.call('POST', '/standin/webhooks', { hold: true });
  await till.shop.doJobs();
  return id;
}

const lettersOf = (captureId: string) => till.shop.letters().filter(({ text }) => text.includes(captureId));
const movements = async (captureId: string) =>
  (await till.provider.ledger()).filter(({ capture_id }) => capture_id === captureId).map(({ pence }) => pence);

test('money for an unknown order of this shop is reported once, and stays where it is', async () => {
  const captureId = await hearOf(`MARIGOLD-${ours}-900-t9x`);
  expect(lettersOf(captureId)).toMatchObject([
    { to: till.shop.deps.config.shopEmail, subject: '£22.50 of a buyer whose order is lost: please look' },
  ]);
  expect(till.shop.failures).toMatchObject([
    { capture: captureId, order: 900, msg: 'Money was taken for an order that we do not know' },
  ]);
  await till.shop.handlers['sweep-payments']?.work({});
  await till.shop.doJobs();
  expect(lettersOf(captureId)).toHaveLength(1);
  expect(await movements(captureId)).toEqual([2250]);
});

test('so is that of an invoice which does not say whose it is', async () => {
  const captureId = await hearOf('MARIGOLD-901-t9x');
  expect(lettersOf(captureId)).toHaveLength(1);
  expect(await movements(captureId)).toEqual([2250]);
});

test.each([['MARIGOLD-mffffffffff0-902-t9x'], ['ML-902']])('that of another shop is not ours: %s', async (invoice) => {
  const failures = till.shop.failures.length;
  const captureId = await hearOf(invoice);
  expect(lettersOf(captureId)).toEqual([]);
  expect(till.shop.failures).toHaveLength(failures);
  expect(await movements(captureId)).toEqual([2250]);
});
