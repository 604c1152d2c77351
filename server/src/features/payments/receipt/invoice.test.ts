import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderRow } from '#server/features/orders/table.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { invoiceOf, lacksInstallation, readInvoice } from './invoice.ts';

const OURS = 'm0123456789a';
const order = { id: 57, createdAt: new Date('2026-11-16T09:46:00Z') } as OrderRow;

describe('an invoice', () => {
  test('is read as it was written, with its installation or without', () => {
    for (const refunds of [0, 3]) {
      expect(readInvoice(invoiceOf(order, OURS, refunds), OURS)).toEqual({
        origin: 'ours',
        installation: OURS,
        orderId: 57,
      });
      expect(readInvoice(invoiceOf(order, 'mffffffffff0', refunds), OURS)?.origin).toBe('elsewhere');
      expect(readInvoice(invoiceOf(order, undefined, refunds), OURS)).toEqual({ origin: 'unmarked', orderId: 57 });
      expect(lacksInstallation(invoiceOf(order, undefined, refunds))).toBe(true);
      expect(lacksInstallation(invoiceOf(order, OURS, refunds))).toBe(false);
    }
    expect(invoiceOf({ ...order, id: 2_147_483_647 }, OURS, 99).length).toBeLessThan(127);
  });

  test.each([
    [undefined],
    [''],
    ['ML-57'],
    ['MARIGOLD-'],
    [`MARIGOLD-${OURS}`],
    [`MARIGOLD-${OURS}-0-t9x`],
    [`MARIGOLD-${OURS}-2147483648-t9x`],
    [`MARIGOLD-${OURS}-57-t9x\n`],
    [`x MARIGOLD-${OURS}-57-t9x`],
  ])('that no such shop wrote names no order: %j', (invoice) => {
    expect(readInvoice(invoice, OURS)).toBeUndefined();
  });
});

describe('the payments of an order', () => {
  let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
  beforeAll(async () => {
    checkout = await openTestCheckout();
  });
  afterAll(() => checkout.close());

  const listInvoices = async (orderId: number) => {
    const found = sql`select invoice from payments where order_id = ${orderId} order by created_at, invoice`;
    return (await checkout.shop.deps.db.execute<{ invoice: string }>(found)).rows.map(({ invoice }) => invoice);
  };

  /** The same cart is paid for by the same payment: a note makes it another. */
  async function payAgain(token: string, cart: Awaited<ReturnType<typeof checkout.findOrder>>) {
    await checkout.shop.call('PATCH', `/api/user/orders/${cart.id}/update-text/`, { token, body: { text: 'Again' } });
    expect((await checkout.pay.create(token, cart)).status).toBe(200);
  }

  test('carry one invoice, with the installation in it', async () => {
    const { token, order: cart } = await checkout.fillCart();
    expect((await checkout.pay.create(token, cart)).status).toBe(200);
    await payAgain(token, cart);
    const [first, second] = await listInvoices(cart.id);
    expect(first).toMatch(
      new RegExp(`^MARIGOLD-${await findInstallation(checkout.shop.deps.db)}-${cart.id}-[0-9a-z]+$`),
    );
    expect(second).toBe(first);
  });

  test('go on with an invoice of an earlier version, so that PayPal still lets the order be paid for once', async () => {
    const { token, order: cart } = await checkout.fillCart();
    expect((await checkout.pay.create(token, cart)).status).toBe(200);
    const { rows } = await checkout.shop.deps.db.execute<{ created_at: Date }>(
      sql`select created_at from carts where id = ${cart.id}`,
    );
    const old = invoiceOf({ id: cart.id, createdAt: new Date(rows[0]?.created_at ?? 0) }, undefined, 0);
    await checkout.shop.deps.db.execute(sql`update payments set invoice = ${old} where order_id = ${cart.id}`);
    await payAgain(token, cart);
    expect(await listInvoices(cart.id)).toEqual([old, old]);
  });
});
