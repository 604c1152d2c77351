import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Takings } from '#contract/desk-takings.ts';
import { cancelOrder } from '#server/features/payments/own-orders/cancel-order.ts';
import { settleRefund } from '#server/features/payments/refunds/settle-refund.ts';
import { startRefund } from '#server/features/payments/refunds/start-refund.ts';
import { readCaptures } from '#server/features/payments/unknown-money/read-captures.ts';
import { processEvent } from '#server/features/payments/webhooks/receive-webhook.ts';
import { onCommandLine } from '#server/features/staff/done-by.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { createRandom } from '#server/testing/random.ts';
import { employ } from '#server/testing/staff.ts';
import { TEST_NOW } from '#server/testing/test-shop.ts';
import { onCall } from '../../../../paypal-stand-in/testing/test-stand-in.ts';
import { foldTakings } from './fold-takings.ts';
import { rebuildTakings } from './rebuild-takings.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let owner: Awaited<ReturnType<typeof employ>>;
beforeAll(async () => {
  checkout = await openTestCheckout();
  owner = await employ(checkout.shop);
  await checkout.shop.deps.db.execute(sql`update staff_sessions set confirmed_at = ${TEST_NOW}`);
});
afterAll(() => checkout.close());

const MONTH = '/api/desk/takings/?period=month&day=2026-11-16';
/** Many purchases and refunds at PayPal, one after the other. */
const SLOW = { timeout: 180_000 };
const show = async (path = MONTH) => (await checkout.shop.get(path, owner.headers)).json() as Takings;

const refund = async (orderId: number, amountPence: number, reason = 'One rose was short') => {
  const { deps } = checkout.shop;
  const { id } = await deps.db.transaction((tx) =>
    startRefund(deps, tx, orderId, { amountPence, reason, ...onCommandLine('flora') }),
  );
  return settleRefund(deps, id);
};

const cancel = async (orderId: number) => {
  const { deps } = checkout.shop;
  await deps.db.transaction((tx) => cancelOrder(deps, tx, orderId, { reason: 'No tulips', ...onCommandLine('flora') }));
  await checkout.shop.tryJobs();
};

/** What the stand-in knows: the truth about money. */
async function readLedger() {
  const movements = await checkout.provider.ledger();
  const sumOf = (kind: string) =>
    movements.filter((line) => line.kind === kind).reduce((sum, { pence }) => sum + pence, 0) / 100;
  const { captures } = (await checkout.provider.call('GET', '/standin/state')).body as unknown as {
    captures: { pence: number; status: string }[];
  };
  const fees = captures.reduce((sum, { pence }) => sum + Math.min(pence, Math.round(pence * 0.029) + 30), 0) / 100;
  return { captured: sumOf('capture'), refunded: -sumOf('refund'), fees };
}

describe('GET /api/desk/takings/', () => {
  test('equals the ledger of PayPal to the penny after any purchases and refunds', SLOW, async () => {
    const random = createRandom('ledger');
    const left = new Map<number, number>();
    for (let step = 0; step < 16; step += 1) {
      await checkout.shop.deps.db.execute(sql`delete from throttles`);
      const ids = [...left.keys()].filter((id) => (left.get(id) ?? 0) > 1);
      const act = ids.length < 3 ? 'buy' : random.oneOf(['buy', 'refund', 'refund', 'cancel', 'elsewhere', 'fold']);
      const id = ids.length === 0 ? 0 : random.oneOf(ids);
      if (act === 'buy') {
        const { order, pence } = await checkout.buy();
        left.set(order.id, pence);
        await checkout.shop.tryJobs();
      } else if (act === 'refund') {
        const pence = random.between(1, left.get(id) ?? 1);
        expect(await refund(id, pence)).toBe('done');
        left.set(id, (left.get(id) ?? 0) - pence);
      } else if (act === 'cancel') {
        await cancel(id);
        left.set(id, 0);
      } else if (act === 'elsewhere') {
        await refundAtPaypal(id);
        left.set(id, (left.get(id) ?? 0) - 1);
      } else await foldTakings(checkout.shop.deps);
      await checkout.shop.tryJobs();
    }
    const truth = await readLedger();
    const { sums, agreement } = await show();
    expect(agreement).toEqual({
      is_equal: true,
      unread: 0,
      undecided: 0,
      differences: [],
      unexplained: 0,
      ours: { captured: truth.captured, refunded: truth.refunded },
      paypal: { captured: truth.captured, refunded: truth.refunded },
    });
    expect(truth.refunded).toBeGreaterThan(0);
    expect(sums).toMatchObject({ orders: left.size, fees: truth.fees, fees_unknown: 0, vat: null });
    expect(Math.round(100 * sums.takings)).toBe(Math.round(100 * (truth.captured - truth.refunded)));
    const parts = [sums.goods, sums.extras, sums.delivery, sums.surcharges, sums.discounts, -sums.refunded];
    expect(Math.round(100 * parts.reduce((sum, part) => sum + part, 0))).toBe(Math.round(100 * sums.takings));
    expect(Math.round(100 * sums.reaches_bank)).toBe(Math.round(100 * (sums.takings - sums.fees)));
    expect(await rebuildTakings(checkout.shop.deps)).toEqual({ days: 0, bouquets: 0 });
  });

  test('shows the same by day, by bouquet and by day of delivery', async () => {
    const { days, bouquets, arriving, sums, before, more_bouquets } = await show();
    expect(days).toHaveLength(30);
    expect(days.find(({ day }) => day === '2026-11-16')).toMatchObject({ orders: sums.orders, takings: sums.takings });
    expect(days.filter(({ orders }) => orders > 0)).toHaveLength(1);
    expect(bouquets.reduce((sum, { sold }) => sum + sold, 0)).toBe(2 * sums.orders);
    expect(bouquets.reduce((sum, { amount }) => sum + Math.round(100 * amount), 0)).toBe(Math.round(100 * sums.goods));
    expect(more_bouquets).toBe(false);
    const [cancelled] = await query<{ count: number }>("select count(*)::int from orders where stage = 'cancelled'");
    expect(arriving.map(({ day }) => day)).toEqual(['2026-11-17']);
    expect(arriving[0]?.orders).toBe(sums.orders - (cancelled?.count ?? 0));
    expect(before).toEqual({ from: '2026-10-01', to: '2026-10-16', takings: 0 });
    const day = await show('/api/desk/takings/?period=day&day=2026-11-16');
    expect(day.sums).toEqual(sums);
    expect(day.days).toHaveLength(14);
    const week = await show('/api/desk/takings/?period=week&day=2026-11-18');
    expect([week.from, week.to, week.sums]).toEqual(['2026-11-16', '2026-11-22', sums]);
    expect((await show('/api/desk/takings/?period=day&day=2026-11-15')).sums.takings).toBe(0);
  });

  test('shows the best eight bouquets, all of them where that is asked for, and never more than 100', async () => {
    const { db } = checkout.shop.deps;
    await db.execute(sql`insert into products
      (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
      select 'MANY-' || n, 'Many ' || n, category, occasions, 1000 + n, summary, description, size, presentation, stems, care, pictures
      from generate_series(1, 210) as n, (select * from products order by id limit 1) as model`);
    await db.execute(sql`insert into takings_by_bouquet (day, product_id, sold, pence, is_folded)
      select '2026-09-05', id, 1, price_pence, true from products where item_code like 'MANY-%'`);
    const of = '/api/desk/takings/?period=day&day=2026-09-05';
    const [best, all] = [await show(of), await show(`${of}&all=yes`)];
    expect([best.bouquets.length, best.more_bouquets, best.bouquets[0]?.name]).toEqual([8, true, 'Many 210']);
    expect([all.bouquets.length, all.more_bouquets, all.bouquets.at(-1)?.name]).toEqual([100, true, 'Many 111']);
    await db.execute(sql`delete from takings_by_bouquet where day = '2026-09-05'`);
    await db.execute(sql`delete from products where item_code like 'MANY-%'`);
  });

  test('says which fee is not known yet, and reads it at PayPal later', async () => {
    const { deps } = checkout.shop;
    const [last] = await query<{ id: string; order_id: number }>(
      "select id, order_id from payments where state = 'captured' order by order_id desc limit 1",
    );
    const whole = await show();
    await deps.db.execute(sql`update payments set fee_pence = null, captured_pence = null where id = ${last?.id}`);
    const { sums, agreement } = await show();
    expect(sums.fees_unknown).toBe(1);
    expect(sums.fees).toBeLessThan(whole.sums.fees);
    expect(agreement).toMatchObject({
      is_equal: false,
      unread: 1,
      unexplained: 0,
      differences: [{ what: 'capture', order: last?.order_id, on: '2026-11-16', paypal: null }],
    });
    await checkout.provider.setFaults(onCall('getOrder', { status: 503 }));
    checkout.shop.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000));
    await readCaptures(deps);
    expect((await show()).sums.fees_unknown).toBe(1);
    await checkout.provider.setFaults();
    checkout.shop.setNow(new Date(TEST_NOW.getTime() + 20 * 60_000));
    await readCaptures(deps);
    expect(await show()).toEqual(whole);
    checkout.shop.setNow(TEST_NOW);
  });

  test('lists what differs from PayPal, by order', async () => {
    const { deps } = checkout.shop;
    const [first] = await query<{ id: string; order_id: number; amount_pence: number }>(
      "select id, order_id, amount_pence from payments where state = 'captured' order by order_id limit 1",
    );
    await deps.db.execute(sql`update payments set captured_pence = captured_pence - 1 where id = ${first?.id}`);
    const pounds = (first?.amount_pence ?? 0) / 100;
    expect((await show()).agreement).toMatchObject({
      is_equal: false,
      unread: 0,
      unexplained: 0,
      differences: [
        {
          what: 'capture',
          order: first?.order_id,
          on: '2026-11-16',
          ours: pounds,
          paypal: Math.round(100 * pounds - 1) / 100,
        },
      ],
    });
    await deps.db.execute(sql`update payments set captured_pence = captured_pence + 1 where id = ${first?.id}`);
    const [refunded] = await query<{ id: string; amount_pence: number }>(
      "select id, amount_pence from refunds where state = 'done' limit 1",
    );
    await deps.db.execute(sql`update refunds set told_pence = told_pence + 5 where id = ${refunded?.id}`);
    const { differences, is_equal } = (await show()).agreement;
    expect([is_equal, differences.length, differences[0]?.what]).toEqual([false, 1, 'refund']);
    await deps.db.execute(sql`update refunds set told_pence = told_pence - 5 where id = ${refunded?.id}`);
    expect((await show()).agreement.is_equal).toBe(true);
  });

  test('refuses a day that is none, a period that is none', async () => {
    for (const [query, field] of [
      ['day=2026-02-30', 'day'],
      ['day=%00', 'day'],
      ['period=decade', 'period'],
    ]) {
      const { status, json } = await checkout.shop.get(`/api/desk/takings/?${query}`, owner.headers);
      expect([query, status, Object.keys(json())]).toEqual([query, 400, [field]]);
    }
  });
});

async function query<T extends Record<string, unknown>>(statement: string): Promise<T[]> {
  return (await checkout.shop.deps.db.execute<T>(sql.raw(statement))).rows as T[];
}
const captureOf = async (orderId: number): Promise<string> =>
  (
    await query<{ capture_id: string }>(
      `select capture_id from payments where order_id = ${orderId} and state = 'captured'`,
    )
  )[0]?.capture_id ?? '';
/** A penny that somebody gave back at PayPal itself, and the event that tells of it. */
async function refundAtPaypal(orderId: number): Promise<void> {
  const amount = { currency_code: 'GBP', value: '0.01' };
  const made = await checkout.provider.refund(
    await captureOf(orderId),
    { amount },
    { prefer: 'return=representation' },
  );
  const type = 'PAYMENT.CAPTURE.REFUNDED';
  const event = { id: `WH-${made.body.id}`, event_type: type, resource: made.body };
  await checkout.shop.deps.db.execute(sql`insert into webhook_events (id, type, body, received_at)
    values (${event.id}, ${type}, ${JSON.stringify(event)}::jsonb, now())`);
  await processEvent(checkout.shop.deps, event.id);
}

const readFile = async (file: string, from = '2026-11-01', to = '2026-11-30') => {
  const asked = await checkout.shop.post('/api/desk/takings/exports/', { file, from, to }, owner.headers);
  expect(asked.status, asked.body).toBe(200);
  const response = await checkout.shop.get(asked.json().address, owner.headers);
  expect(response.status, response.body).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="marigold-lane-${file}-${from}-to-${to}.csv"`,
  );
  const [header = '', ...lines] = response.body.split('\r\n').slice(0, -1);
  return { header: header.split(','), lines, cells: lines.map((line) => line.split(',')) };
};

describe('GET /api/desk/takings/csv/', () => {
  test('by day: thirty of them, and a total that is the page’s', async () => {
    const { sums } = await show();
    const { header, cells } = await readFile('days');
    expect(header[0]).toBe('\u{feff}Day');
    expect(cells).toHaveLength(31);
    const total = cells.at(-1) ?? [];
    const of = (name: string) => Number(total[header.indexOf(name)]);
    expect([of('Orders'), of('Takings'), of('Reaches the bank'), of('Fees not known yet')]).toEqual([
      sums.orders,
      sums.takings,
      sums.reaches_bank,
      0,
    ]);
    expect(total[header.indexOf('Of that VAT')]).toBe('');
  });

  test('by order: sales and refunds add up to the takings', async () => {
    const { sums } = await show();
    const { header, cells } = await readFile('orders');
    const amounts = cells.map((line) => Number(line[header.indexOf('Amount')]));
    expect(Math.round(100 * amounts.reduce((sum, amount) => sum + amount, 0))).toBe(Math.round(100 * sums.takings));
    expect(cells.filter((line) => line[1] === 'Sale')).toHaveLength(sums.orders);
    expect(cells.filter((line) => line[1] === 'Refund')).toHaveLength(sums.refunds);
  });

  test.each(['xero', 'quickbooks'])('for %s: invoices less credit notes are the takings', async (program) => {
    const { sums } = await show();
    const sumOf = async (file: string, column: string) => {
      const { header, cells } = await readFile(`${program}-${file}`);
      expect(new Set(cells.map(({ length }) => length))).toEqual(new Set([header.length]));
      return cells.reduce((sum, line) => sum + Math.round(100 * Number(line[header.indexOf(column)])), 0);
    };
    const column = program === 'xero' ? '*UnitAmount' : '*ItemAmount';
    const [invoices, credits] = [await sumOf('invoices', column), await sumOf('credit-notes', column)];
    expect(credits).toBe(Math.round(100 * sums.refunded));
    expect(invoices - credits).toBe(Math.round(100 * sums.takings));
  });

  test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', '＝1'])(
    'a buyer named %j is text in a spreadsheet',
    async (name) => {
      await checkout.shop.deps.db.execute(
        sql`update orders set buyer = ${name} where id = (select min(id) from orders)`,
      );
      const { lines } = await readFile('xero-invoices');
      expect(
        lines.filter((line) => line.startsWith(`'${name}`) || line.startsWith(`"'${name}`)).length,
      ).toBeGreaterThan(0);
    },
  );

  test('nor does one with a semicolon in the name begin a formula where that separates cells', async () => {
    await checkout.shop.deps.db.execute(
      sql`update orders set buyer = 'Ada;=1+1' where id = (select min(id) from orders)`,
    );
    const { lines } = await readFile('xero-invoices');
    expect(lines.filter((line) => line.startsWith(`"Ada;'=1+1"`)).length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(';='))).toEqual([]);
  });

  test('is sent in pages: more orders than one page are all there, once', async () => {
    const { sums } = await show();
    await checkout.shop.deps.db.execute(sql`insert into refunds (payment_id, amount_pence, reason, who, state, provider_refund_id,
      look_again_at, created_at, changed_at) select (select id from payments where state = 'captured' limit 1), 1, 'x', 'flora', 'done',
      'many-' || n, now(), now(), '2026-11-16T12:00:00Z' from generate_series(1, 1201) as n`);
    const { header, cells } = await readFile('quickbooks-credit-notes');
    expect(cells).toHaveLength(sums.refunds + 1201);
    expect(new Set(cells.map((line) => line[header.indexOf('\u{feff}*CreditNoteNo')])).size).toBe(cells.length);
    await checkout.shop.deps.db.execute(sql`delete from refunds where provider_refund_id like 'many-%'`);
  });

  test('wants a passkey, and is written down', async () => {
    const { deps } = checkout.shop;
    const address = '/api/desk/takings/csv/?file=days&from=2026-11-01&to=2026-11-30';
    const [written] = await query<{ count: number }>(
      "select count(*)::int from desk_log where action = 'export takings'",
    );
    expect(written?.count).toBeGreaterThan(5);
    await deps.db.execute(sql`update staff_sessions set confirmed_at = ${new Date(TEST_NOW.getTime() - 6 * 60_000)}`);
    for (const response of [
      await checkout.shop.get(address, owner.headers),
      await checkout.shop.post(
        '/api/desk/takings/exports/',
        { file: 'days', from: '2026-11-01', to: '2026-11-30' },
        owner.headers,
      ),
    ])
      expect([response.status, response.json()]).toEqual([
        403,
        { detail: 'Please confirm with your passkey that it is you.', confirm: true },
      ]);
    await deps.db.execute(sql`update staff_sessions set confirmed_at = ${TEST_NOW}`);
  });

  test('refuses other files, and days the wrong way round or too many', async () => {
    for (const [body, field] of [
      [{ file: 'passwords', from: '2026-11-01', to: '2026-11-02' }, 'file'],
      [{ file: 'days', from: '2026-11-02', to: '2026-11-01' }, 'to'],
      [{ file: 'days', from: '2025-11-01', to: '2026-11-02' }, 'to'],
      [{ file: 'days', from: '2026-11-01', to: 'tomorrow' }, 'to'],
    ] as const) {
      const { status, json } = await checkout.shop.post('/api/desk/takings/exports/', body, owner.headers);
      expect([status, Object.keys(json())]).toEqual([400, [field]]);
    }
  });
});

describe('GET /api/desk/takings/unknown-money/', () => {
  test('asks PayPal, and says so when PayPal cannot be asked', async () => {
    const { json, status } = await checkout.shop.get('/api/desk/takings/unknown-money/', owner.headers);
    expect([status, json().captures]).toEqual([200, []]);
    await checkout.provider.setFaults(onCall('listEvents', { status: 500 }));
    const refused = await checkout.shop.get('/api/desk/takings/unknown-money/', owner.headers);
    await checkout.provider.setFaults();
    expect([refused.status, refused.json()]).toEqual([
      409,
      { detail: 'PayPal could not be asked just now. Please try again in a moment.' },
    ]);
  });

  test('asks once, however many wait for the answer, and again after it', async () => {
    const listing = vi.spyOn(checkout.shop.deps.paypal, 'listEvents');
    const ask = () => checkout.shop.get('/api/desk/takings/unknown-money/', owner.headers);
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const before = listing.mock.calls.length;
    expect(before).toBeLessThan(5);
    await ask();
    expect(listing.mock.calls.length).toBeGreaterThan(before);
  });
});

test('VAT is counted of orders that were placed under a number, less what of them went back', SLOW, async () => {
  const { db } = checkout.shop.deps;
  await db.execute(sql`delete from throttles`);
  const before = await show();
  expect(before.sums.vat).toBeNull();
  await db.execute(sql`insert into shop_details (vat_number) values ('GB123456789')`);
  const { order, pence } = await checkout.buy();
  await checkout.shop.tryJobs();
  await refund(order.id, 301);
  const { sums } = await show();
  expect(Math.round(100 * (sums.vat ?? 0))).toBe(Math.round((pence - 301) / 6));
  expect(sums.takings).toBeGreaterThan(before.sums.takings);
  const { header, cells } = await readFile('orders');
  const vat = (line: string[]) => line[header.indexOf('Of that VAT')];
  const own = cells.filter((line) => line[2] === String(order.id));
  const backPence = Math.round(pence / 6) - Math.round((pence - 301) / 6);
  expect(own.map(vat)).toEqual([(Math.round(pence / 6) / 100).toFixed(2), (-backPence / 100).toFixed(2)]);
  expect(new Set(cells.filter((line) => !own.includes(line)).map(vat))).toEqual(new Set(['']));
  // Given back in parts, the VAT of the credit notes is that of the invoice: of each part alone a penny would be too much.
  const third = Math.floor((pence - 301) / 3);
  for (const part of [third, third, pence - 301 - 2 * third]) await refund(order.id, part);
  const vatOf = async (file: string) => {
    const books = await readFile(`quickbooks-${file}`);
    const ofOrder = books.cells.filter(([number]) => number?.split('-')[0] === String(order.id));
    return ofOrder.map((line) => Math.round(100 * Number(line[books.header.indexOf('ItemTaxAmount')])));
  };
  const add = (parts: number[]) => parts.reduce((sum, part) => sum + part, 0);
  expect(await vatOf('credit-notes')).toHaveLength(4);
  expect(add(await vatOf('credit-notes'))).toBe(add(await vatOf('invoices')));
  const parts = (await readFile('orders')).cells.filter((line) => line[2] === String(order.id));
  expect(add(parts.map((line) => Math.round(100 * Number(vat(line)))))).toBe(0);
  expect(await rebuildTakings(checkout.shop.deps)).toEqual({ days: 0, bouquets: 0 });
});
