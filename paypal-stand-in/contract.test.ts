import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, makeClient, makeOrder, openTestStandIn } from './testing/test-stand-in.ts';

/**
 * What the shop relies on, asked of whoever answers: always of the stand-in, and of PayPal's sandbox for a person who sets
 * PAYPAL_CONTRACT_BASE, PAYPAL_CONTRACT_CLIENT_ID and PAYPAL_CONTRACT_SECRET. Only what needs no buyer is asked.
 */
const { PAYPAL_CONTRACT_BASE: base, PAYPAL_CONTRACT_CLIENT_ID: id, PAYPAL_CONTRACT_SECRET: secret } = process.env;

const TARGETS: [string, () => Promise<{ client: Client; close: () => Promise<void> }>][] = [
  [
    'the stand-in',
    async () => {
      const standIn = await openTestStandIn();
      return { client: standIn, close: standIn.close };
    },
  ],
];
if (base && id && secret) {
  TARGETS.push([
    'the sandbox',
    async () => ({ client: await makeClient(base, `${id}:${secret}`), close: async () => {} }),
  ]);
}

describe.each(TARGETS)('%s', (_name, open) => {
  let client: Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ client, close } = await open());
  });
  afterAll(() => close());

  const order = () => makeOrder(`CONTRACT-${randomUUID()}`);
  const asRequest = (requestId: string, more = {}) => ({ 'paypal-request-id': requestId, ...more });
  const issueOf = (body: Record<string, unknown>) => (body.details as { issue: string }[] | undefined)?.[0]?.issue;

  test('opens an order, and gives the same one for the same request id', async () => {
    const [body, requestId] = [order(), randomUUID()];
    const first = await client.create(body, asRequest(requestId));
    expect([first.status, first.body.status]).toEqual([201, 'CREATED']);
    expect(first.body.id).toMatch(/^[A-Z0-9]+$/);
    const again = await client.create(body, asRequest(requestId));
    expect([200, 201]).toContain(again.status);
    expect(again.body.id).toBe(first.body.id);
  });

  test('shows an order with what we sent', async () => {
    const body = order();
    const made = await client.create(body, asRequest(randomUUID()));
    const found = await client.find(made.body.id);
    expect([found.status, found.body.intent]).toEqual([200, 'CAPTURE']);
    const [unit] = found.body.purchase_units as Record<string, unknown>[];
    expect(unit).toMatchObject({
      custom_id: body.purchase_units[0]?.custom_id,
      invoice_id: body.purchase_units[0]?.invoice_id,
      amount: { currency_code: 'GBP', value: '22.50' },
    });
  });

  test('does not capture what nobody approved', async () => {
    const made = await client.create(order(), asRequest(randomUUID()));
    const answer = await client.capture(made.body.id, randomUUID());
    expect([answer.status, issueOf(answer.body)]).toEqual([422, 'ORDER_NOT_APPROVED']);
    expect(answer.body.debug_id).toBeTruthy();
  });

  test('knows no order that it did not make', async () => {
    const answer = await client.find('0AA00000AA000000A');
    expect([answer.status, answer.body.name]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  test('refuses a sum that does not add up', async () => {
    const body = order();
    const [unit] = body.purchase_units;
    if (unit) unit.amount.value = '22.51';
    const answer = await client.create(body, asRequest(randomUUID()));
    expect([answer.status, issueOf(answer.body)]).toEqual([422, 'AMOUNT_MISMATCH']);
  });

  test('refuses who has no token', async () => {
    const answer = await client.call('GET', '/v2/checkout/orders/X', undefined, { token: 'nonsense' });
    expect(answer.status).toBe(401);
  });
});
