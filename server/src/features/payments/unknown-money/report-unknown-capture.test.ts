import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '#server/platform/database/drizzle.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { captureOf, makeOrder } from '../../../../../paypal-stand-in/testing/test-stand-in.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let ours: string;

beforeAll(async () => {
  checkout = await openTestCheckout();
  ours = await findInstallation(checkout.shop.deps.db);
});
afterAll(() => checkout.close());

/** PayPal takes £22.50 for something that the shop does not know, and tells it so. */
async function hearOf(invoice: string): Promise<string> {
  const { body } = await checkout.provider.create(makeOrder(invoice));
  await checkout.provider.approve(body.id);
  const { id } = captureOf(await checkout.provider.capture(body.id));
  await checkout.provider.call('POST', '/standin/webhooks', { release: true });
  const heard = async () =>
    (await checkout.shop.deps.db.execute(sql`select 1 from webhook_events where body -> 'resource' ->> 'id' = ${id}`))
      .rows;
  await vi.waitFor(async () => expect(await heard()).toHaveLength(1), { timeout: 60_000 });
  await checkout.provider.call('POST', '/standin/webhooks', { hold: true });
  await checkout.shop.doJobs();
  return id;
}

const lettersOf = (captureId: string) => checkout.shop.letters().filter(({ text }) => text.includes(captureId));
const movements = async (captureId: string) =>
  (await checkout.provider.ledger()).filter(({ capture_id }) => capture_id === captureId).map(({ pence }) => pence);

test('money for an unknown order of this shop is reported once, and stays where it is', async () => {
  const captureId = await hearOf(`MARIGOLD-${ours}-900-t9x`);
  expect(lettersOf(captureId)).toMatchObject([
    { to: checkout.shop.deps.config.shopEmail, subject: '£22.50 of a buyer whose order is lost: please look' },
  ]);
  expect(checkout.shop.failures).toMatchObject([
    { capture: captureId, order: 900, msg: 'Money was taken for an order that we do not know' },
  ]);
  await checkout.shop.handlers['sweep-payments']?.work({});
  await checkout.shop.doJobs();
  expect(lettersOf(captureId)).toHaveLength(1);
  expect(await movements(captureId)).toEqual([2250]);
});

test('so is that of an invoice which does not say whose it is', async () => {
  const captureId = await hearOf('MARIGOLD-901-t9x');
  expect(lettersOf(captureId)).toHaveLength(1);
  expect(await movements(captureId)).toEqual([2250]);
});

test.each([['MARIGOLD-mffffffffff0-902-t9x'], ['ML-902']])('that of another shop is not ours: %s', async (invoice) => {
  const failures = checkout.shop.failures.length;
  const captureId = await hearOf(invoice);
  expect(lettersOf(captureId)).toEqual([]);
  expect(checkout.shop.failures).toHaveLength(failures);
  expect(await movements(captureId)).toEqual([2250]);
});
