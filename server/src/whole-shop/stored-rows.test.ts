import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Order } from '#contract/orders.ts';
import { webhookEvents } from '#server/features/payments/table.ts';
import { eq, sql } from '#server/platform/database/drizzle.ts';
import { Letter } from '#server/platform/mail/letter.ts';
import { renderLetter } from '#server/platform/mail/render/render-letter.ts';
import { parseStored } from '#server/platform/parse-stored.ts';
import { seal } from '#server/platform/secrets/sealed.ts';
import { buyFlowers } from '#server/testing/claims.ts';
import { openTestShop } from '#server/testing/test-shop.ts';

// The rows are what each earlier version wrote, by the commit that wrote it first. They stay for ever: a backup or a queue may
// hold them. A version that writes another shape adds a row, and changes none.

let shop: Awaited<ReturnType<typeof openTestShop>>;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
afterEach(() => expect(shop.failures).toEqual([]));

const read = <T>(name: string): (T & { version: string })[] =>
  JSON.parse(readFileSync(new URL(`../testing/stored-rows/${name}.json`, import.meta.url), 'utf8'));

test.each(read<{ letter: { kind: string } }>('letters'))(
  'a letter of $version, $letter.kind, can be sent',
  ({ letter }) => {
    const { subject, text } = renderLetter(parseStored(Letter, 'The letter', letter), {
      publicUrl: 'https://shop.example',
    });
    expect(subject).not.toBe('');
    expect(`${subject} ${text}`).not.toMatch(/undefined|null|NaN/);
  },
);

test('of every kind of letter there is a row', () => {
  const kinds = Letter.options.map(({ shape }) => shape.kind.value);
  const stored = new Set(read<{ letter: Letter }>('letters').map(({ letter }) => letter.kind));
  expect(kinds.filter((kind) => !stored.has(kind))).toEqual([]);
});

type Job = { queue: string; payload?: unknown; sealed?: unknown };

test.each(read<Job>('jobs'))('a job of $version, $queue, is understood', async ({ queue, payload, sealed }) => {
  const work = shop.handlers[queue]?.work;
  const data = payload ?? { sealed: seal(shop.deps.secrets.letters, queue, sealed).toString('base64') };
  // What it names is not in this database: it may say so, and nothing else.
  const failure = await work?.(data).catch((error: Error) => error.message);
  expect(work).toBeDefined();
  expect([undefined, 'Not found.']).toContain(failure);
});

test('of every queue whose jobs have a payload there is a row', () => {
  const queues = Object.entries(shop.handlers).filter(([, { cron }]) => cron === undefined);
  const stored = new Set(read<Job>('jobs').map(({ queue }) => queue));
  expect(queues.map(([queue]) => queue).filter((queue) => !stored.has(queue))).toEqual([]);
});

test.each(read<{ body: { id: string; event_type: string } }>('webhook-events'))(
  'an event of $version, $body.event_type, is processed',
  async ({ body }) => {
    const row = { id: body.id, type: body.event_type, body, receivedAt: shop.deps.clock.now() };
    await shop.deps.db.insert(webhookEvents).values(row);
    await shop.handlers['payment-event']?.work({ eventId: body.id });
    const [after] = await shop.deps.db.select().from(webhookEvents).where(eq(webhookEvents.id, body.id));
    expect(after?.processedAt).not.toBeNull();
  },
);

/** The order as the API shows it, after something of it was written by an earlier version. */
async function showWith(change: (id: number) => ReturnType<typeof sql>): Promise<Order> {
  const { person, order } = await buyFlowers(shop);
  await shop.deps.db.execute(change(order.id));
  return Order.parse((await shop.call('GET', `/api/user/orders/${order.id}/`, { token: person.access })).json());
}

test.each(read<{ address: object }>('order-addresses'))(
  'an address of $version is shown whole',
  async ({ address }) => {
    const order = await showWith((id) => sql`update orders set address = ${JSON.stringify(address)} where id = ${id}`);
    expect(order.address).toEqual(address);
  },
);

test.each(read<{ picture: object }>('order-pictures'))('a picture of $version is shown', async ({ picture }) => {
  const order = await showWith(
    (id) => sql`update order_items set picture = ${JSON.stringify(picture)} where order_id = ${id}`,
  );
  expect(order.order_items[0]?.picture).toEqual(picture);
});
