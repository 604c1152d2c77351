import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { findInstallation } from '#server/platform/installation/find-installation.ts';
import { restores } from '#server/platform/installation/table.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { runAtDesk } from '#server/testing/run-at-desk.ts';
import { captureOf, makeOrder } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import type { Desk } from './desk.ts';
import { refundUnknownMoney } from './payments-desk.ts';

/** That of the pretended PayPal, which is not stopped. */
const clock = { now: () => new Date() };
const me = userInfo().username;

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let ours: string;

beforeAll(async () => {
  checkout = await openTestCheckout({ now: new Date() });
  ours = await findInstallation(checkout.shop.deps.db);
});
afterAll(() => checkout.close());
beforeEach(async () => {
  // Whatever a test before took and left with PayPal.
  for (const { capture_id } of await checkout.provider.ledger()) await checkout.provider.refund(capture_id);
  await checkout.shop.deps.db.delete(deskLog);
  await checkout.shop.deps.db.delete(restores);
  await checkout.shop.deps.db.execute(sql`delete from throttles`);
});

/** With nobody at a terminal. */
const run = (...args: string[]) => runAtDesk(checkout.shop, args, { PAYPAL_API_BASE: checkout.provider.url });

/** £22.50 that PayPal took for an order that the shop does not know. */
async function takeUnknown(invoice: string): Promise<string> {
  const { body } = await checkout.provider.create(makeOrder(invoice));
  await checkout.provider.approve(body.id);
  return captureOf(await checkout.provider.capture(body.id)).id;
}
let order = 500;
const ourInvoice = () => `MARIGOLD-${ours}-${++order}-t9x`;

async function heldBy(...captures: string[]): Promise<number[]> {
  const ledger = await checkout.provider.ledger();
  return captures.map((id) =>
    ledger.filter(({ capture_id }) => capture_id === id).reduce((sum, { pence }) => sum + pence, 0),
  );
}

const log = () => checkout.shop.deps.db.select().from(deskLog).orderBy(deskLog.id);

/** The desk with somebody at the terminal, who is asked and answers. */
function sitDown(answer: string): { desk: Desk; said: string[]; asked: string[] } {
  const [said, asked]: [string[], string[]] = [[], []];
  const prompt = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return {
    said,
    asked,
    desk: { ...checkout.shop.deps, clock, by: onCommandLine('flora'), print: (line) => said.push(line), prompt },
  };
}

describe('payments reconcile', () => {
  test('reports what PayPal took for unknown orders, whose it is, and moves nothing', async () => {
    // A payment that the shop knows is not in the report.
    const { token, order: cart } = await checkout.fillCart();
    const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
    await checkout.provider.approve(id);
    expect((await checkout.pay.capture(token, cart.id, id)).json().state).toBe('paid');
    expect((await run('payments', 'reconcile')).out).toMatch(
      new RegExp(`^Since .+ PayPal took nothing for this shop \\(${ours}\\) that it does not know\\.$`),
    );
    const [first, second] = [await takeUnknown(ourInvoice()), await takeUnknown(ourInvoice())];
    const old = await takeUnknown('MARIGOLD-57-t9y');
    const other = await takeUnknown('MARIGOLD-mffffffffff0-57-t9y');
    const alien = await takeUnknown('ML-57');
    const { code, out } = await run('payments', 'reconcile');
    expect(code).toBe(0);
    expect(out).toContain(`PayPal took £45.00 for orders of this shop (${ours}) that it does not know:`);
    for (const words of [`£22.50, `, `order ${order}`, `Invoice MARIGOLD-${ours}-${order}-t9x`])
      expect(out).toContain(words);
    for (const capture of [first, second, old]) expect(out).toContain(`Capture ${capture}`);
    expect(out).toContain('£22.50 on invoices of an earlier version, which do not say whose they are.');
    expect(out).toContain('Left alone: £22.50 of other installations (mffffffffff0).');
    for (const capture of [other, alien]) expect(out).not.toContain(capture);
    expect(out).toContain('Nothing was given back.');
    expect(await heldBy(first, second, old, other, alien)).toEqual([2250, 2250, 2250, 2250, 2250]);
    expect(await log()).toEqual([]);
    for (const capture of [old, other, alien]) await checkout.provider.refund(capture);
  });

  test('gives back this shop’s only, once, where the sum is named, and writes it down', async () => {
    const [first, second] = [await takeUnknown(ourInvoice()), await takeUnknown(ourInvoice())];
    const old = await takeUnknown('MARIGOLD-58-t9y');
    const other = await takeUnknown('MARIGOLD-mffffffffff0-58-t9y');
    const all = [first, second, old, other];
    expect(await run('payments', 'reconcile', '--refund')).toMatchObject({
      code: 1,
      err: 'Nobody is there to be asked. Name the sum: --total 45.00. Nothing was given back.',
    });
    expect(await run('payments', 'reconcile', '--refund', '--total', '22.50')).toMatchObject({
      code: 1,
      err: 'The sum is 45.00, not "22.50". Nothing was given back.',
    });
    expect(await heldBy(...all)).toEqual([2250, 2250, 2250, 2250]);
    expect(await log()).toEqual([]);
    const given = await run('payments', 'reconcile', '--refund', '--total', '45.00');
    expect(given.code).toBe(0);
    expect(given.out).toContain(`£22.50 of order ${order} (capture ${second}) was given back.`);
    expect(await heldBy(...all)).toEqual([0, 0, 2250, 2250]);
    const written = await log();
    expect(written.map(({ who, action }) => [who, action])).toEqual(
      [first, second].flatMap(() => [
        [me, 'begin refund of unknown capture'],
        [me, 'refund unknown capture'],
      ]),
    );
    expect(written[3]).toMatchObject({ subjectId: order, details: { capture: second, pence: 2250, came: 'now' } });
    const again = await run('payments', 'reconcile', '--refund', '--total', '45.00');
    expect([again.code, again.err]).toEqual([0, '']);
    // An old invoice by its name only, another installation's never.
    expect(await run('payments', 'reconcile', '--refund', '--capture', other, '--total', '22.50')).toMatchObject({
      code: 1,
      err: `Capture ${other} is of installation mffffffffff0, not of this shop. Nothing was given back.`,
    });
    await run('payments', 'reconcile', '--refund', '--capture', old, '--total', '22.50');
    expect(await heldBy(...all)).toEqual([0, 0, 0, 2250]);
    await checkout.provider.refund(other);
  });

  test('names the sum, asks, and does nothing unless the answer is yes', async () => {
    const capture = await takeUnknown(ourInvoice());
    const wish = { captures: [], total: undefined };
    for (const answer of ['', 'y', 'no']) {
      await expect(refundUnknownMoney(sitDown(answer).desk, wish)).rejects.toThrow('Nothing was given back.');
    }
    expect(await heldBy(capture)).toEqual([2250]);
    const { desk, asked } = sitDown(' Yes ');
    await refundUnknownMoney(desk, wish);
    expect(asked).toEqual(['Give back £22.50, 1 payment? It cannot be undone. Type yes to do it: ']);
    expect(await heldBy(capture)).toEqual([0]);
  });

  test('what was given back in part is given back for the rest', async () => {
    const capture = await takeUnknown(ourInvoice());
    await checkout.provider.refund(capture, { amount: { currency_code: 'GBP', value: '10.00' } });
    const { desk, asked } = sitDown('yes');
    await refundUnknownMoney(desk, { captures: [capture], total: undefined });
    expect(asked[0]).toContain('Give back £12.50');
    expect(await heldBy(capture)).toEqual([0]);
  });

  test('reports what PayPal did with payments that the shop knows and has not written down, and changes nothing', async () => {
    const { db } = checkout.shop.deps;
    // As in a shop that was brought back to before the capture, and before a refund of another order.
    const { token, order: cart } = await checkout.fillCart();
    const { id } = (await checkout.pay.create(token, cart)).json() as { id: string };
    await checkout.provider.approve(id);
    const capture = captureOf(await checkout.provider.capture(id)).id;
    const paid = await checkout.buy();
    const { rows } = await db.execute<{ capture_id: string }>(
      sql`select capture_id from payments where order_id = ${paid.order.id}`,
    );
    const refund = await checkout.provider.refund(rows[0]?.capture_id as string, {
      amount: { currency_code: 'GBP', value: '5.00' },
    });
    const { out } = await run('payments', 'reconcile');
    expect(out).toContain('PayPal took nothing for this shop');
    expect(out).toContain('Payments that the shop knows and PayPal is further with (');
    expect(out).toMatch(new RegExp(`captured .+, order ${cart.id}, capture ${capture}; here the payment is created`));
    expect(out).toMatch(
      new RegExp(`£5.00 refunded .+, order ${paid.order.id}, refund ${refund.body.id}; here the payment is captured`),
    );
    expect((await checkout.findOrder(token, cart.id)).status).toBe('P');
    expect(await log()).toEqual([]);
    // Once the events have been processed there is nothing left to report.
    await checkout.provider.call('POST', '/standin/webhooks', { release: true });
    await expect
      .poll(async () => {
        await checkout.shop.doJobs();
        return (await run('payments', 'reconcile')).out;
      })
      .not.toContain('PayPal is further with');
    await checkout.provider.call('POST', '/standin/webhooks', { hold: true });
  });

  test('a copy on standby reports, and gives nothing back', async () => {
    const capture = await takeUnknown(ourInvoice());
    await checkout.shop.deps.db.insert(restores).values({ takenAt: new Date(), restoredAt: new Date() });
    expect((await run('payments', 'reconcile')).out).toContain(`Capture ${capture}`);
    expect(await run('payments', 'reconcile', '--refund', '--total', '22.50')).toMatchObject({
      code: 1,
      err: 'This is a restored copy on standby: the money may belong to orders of the shop that is open. Nothing was given back.',
    });
    expect(await heldBy(capture)).toEqual([2250]);
    await checkout.provider.refund(capture);
  });
});

describe('shop take-over', () => {
  test('makes a copy the shop, once, and writes it down', async () => {
    const { db } = checkout.shop.deps;
    expect((await run('shop', 'take-over')).out).toBe('This is the shop already: there is nothing to take over.');
    await db.insert(restores).values({ takenAt: new Date('2026-11-16T09:46:00Z'), restoredAt: new Date() });
    expect((await run('shop', 'take-over')).out).toMatch(
      /^This is the shop now, as it was on Monday 16 November at 09:46\./,
    );
    const [restore] = await db.select().from(restores);
    expect(restore?.takenOverAt).toBeInstanceOf(Date);
    expect((await run('shop', 'take-over')).out).toBe('This is the shop already: there is nothing to take over.');
    expect(await log()).toMatchObject([
      { who: me, action: 'take over', subjectId: restore?.id, details: { backup: '2026-11-16T09:46:00.000Z' } },
    ]);
    await db.delete(restores).where(eq(restores.id, restore?.id as number));
  });
});
