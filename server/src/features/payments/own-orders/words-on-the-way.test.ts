import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OrderChanges } from '#contract/own-orders.ts';
import { orders } from '#server/features/orders/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { openTestCheckout } from '#server/testing/open-test-checkout.ts';
import { PASSWORD } from '#server/testing/people.ts';

let checkout: Awaited<ReturnType<typeof openTestCheckout>>;
let shop: (typeof checkout)['shop'];
beforeAll(async () => {
  checkout = await openTestCheckout();
  shop = checkout.shop;
});
afterAll(() => checkout.close());
afterEach(() => expect(shop.failures).toEqual([]));

const at = (id: number, rest: string) => `/api/user/orders/${id}/${rest}`;
async function change(token: string, id: number, wanted: object) {
  const { last_event } = (await shop.call('GET', at(id, 'changes/'), { token })).json() as OrderChanges;
  return shop.call('PATCH', at(id, 'change/'), { token, body: { seen: last_event, ...wanted } });
}
const cancel = (token: string, id: number) => shop.call('POST', at(id, 'cancel/'), { token });

describe('GET /api/user/orders/{orderId}/delivery/calendar/', () => {
  test('is the whole day, with names and commas as calendars want them', async () => {
    const { token, order } = await checkout.buy();
    await change(token, order.id, { recipient_name: `Nell, ${'Ö'.repeat(60)}; both` });
    const { status, headers, body } = await shop.call('GET', at(order.id, 'delivery/calendar/'), { token });
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const unfolded = body.replaceAll('\r\n ', '');
    expect(unfolded).toContain('DTSTART;VALUE=DATE:20261117\r\nDTEND;VALUE=DATE:20261118\r\n');
    expect(unfolded).toContain(`SUMMARY:Flowers for Nell\\, ${'Ö'.repeat(60)}\\; both\r\n`);
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    await cancel(token, order.id);
    expect((await shop.call('GET', at(order.id, 'delivery/calendar/'), { token })).status).toBe(404);
  });
});

describe('the file for calendars', () => {
  const fetchLines = async (token: string, id: number): Promise<string[]> =>
    (await shop.call('GET', at(id, 'delivery/calendar/'), { token })).body.split('\r\n');

  // The clocks change on the first two, and the third is the last of its year.
  test.each([
    ['2027-03-28', '20270328', '20270329'],
    ['2026-10-25', '20261025', '20261026'],
    ['2026-12-31', '20261231', '20270101'],
  ])('has the one day %s', async (day, start, end) => {
    const { token, order } = await checkout.buy();
    await shop.deps.db.update(orders).set({ deliveryDate: day }).where(eq(orders.id, order.id));
    expect((await fetchLines(token, order.id)).filter((line) => line.startsWith('DT'))).toEqual([
      'DTSTAMP:20261116T094600Z',
      `DTSTART;VALUE=DATE:${start}`,
      `DTEND;VALUE=DATE:${end}`,
    ]);
  });

  test('cuts no sign of several bytes, and a name cannot add lines of its own', async () => {
    const { token, order } = await checkout.buy();
    const family = '👩‍👩‍👧';
    const wanted = {
      recipient_name: `\\n ${family.repeat(6)} END:VEVENT`,
      street_address: `9, "Bootham"; ${'字'.repeat(80)}`,
    };
    expect((await change(token, order.id, wanted)).status).toBe(200);
    const lines = await fetchLines(token, order.id);
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\ufffd');
    }
    expect(lines.filter((line) => /^(BEGIN|END):VEVENT$/.test(line))).toEqual(['BEGIN:VEVENT', 'END:VEVENT']);
    const unfolded = lines.join('\r\n').replaceAll('\r\n ', '');
    expect(unfolded).toContain(`SUMMARY:Flowers for \\\\n ${family.repeat(6)} END:VEVENT\r\n`);
    expect(unfolded).toContain(`9\\, "Bootham"\\; ${'字'.repeat(80)}`);
  });
});

describe('the words for the driver', () => {
  test.each([
    ['200 wide signs', '字'.repeat(200), 200],
    ['emoji', '👩‍👩‍👧 at the door, ring twice 🔔', 200],
    ['201 signs', 'x'.repeat(201), 400],
    ['a bell of the terminal', 'Ring\u0007twice', 400],
    ['a second line', 'Ring\ntwice', 400],
    ['half a sign', 'Ring \ud83d', 400],
  ])('%s', async (_what, driver_note, status) => {
    const { token, order } = await checkout.buy();
    const answer = await change(token, order.id, { driver_note });
    expect(answer.status).toBe(status);
    if (status === 400) expect(Object.keys(JSON.parse(answer.body))).toEqual(['driver_note']);
    expect((await checkout.findOrder(token, order.id)).driver_note).toBe(status === 200 ? driver_note : '');
  });

  test('are in the copy of one’s data, and gone with the account, from orders, addresses and events', async () => {
    const { token, order } = await checkout.buy();
    const path = '/api/user/profile/';
    await change(token, order.id, { driver_note: 'Beside Mrs Ott’s hedge' });
    const copy = await shop.call('GET', `${path}download/`, { token });
    expect(copy.body).toContain('Beside Mrs Ott’s hedge');
    await cancel(token, order.id);
    expect((await shop.call('POST', `${path}delete/`, { token, body: { password: PASSWORD } })).status).toBe(200);
    const { rows } = await shop.deps.db.execute<{ words: string }>(
      sql`select coalesce(string_agg(after, ''), '') || (select driver_note from orders where id = ${order.id}) as words
        from order_events where order_id = ${order.id}`,
    );
    expect(rows[0]?.words).not.toContain('hedge');
  });
});
