import type pg from 'pg';
import { insertItems, insertOrders, insertPayments, insertSums, insertWords } from '#server/testing/order-rows.ts';
import { withClient } from '../../rig/run-query.ts';
import { fillSums } from '../fill-sums.ts';
import { FIRST, OCCASIONS, PLACES, SECOND } from '../large-catalogue.ts';
import { loadInBulk } from '../load-in-bulk.ts';

/** Thirty-two syllables: four of them give a million words. */
const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru pla ste tri swo sha che tho'.split(
    ' ',
  );
const ORDERS_EACH = 5;
/** Over how many days the orders have come in, however many there are. */
const DAYS = 1_000;
/** For how many days a shop stores the letters and the events of an order. */
const REMEMBERED = { letters: 90, events: 30 };

/** A million of them: a step that is not coprime with their number would repeat some early. */
const word = (number: string) => {
  const place = `(${number}::bigint * 7919 % 1048576)`;
  const syllable = (wheel: number) => `($6::text[])[1 + ${place} / ${32 ** wheel} % 32]`;
  return `initcap(${[0, 1, 2, 3].map(syllable).join(' || ')})`;
};

/** Names as in the large catalogue, each with a made-up word that no other name has; the rest like the demonstration's. */
const PRODUCTS = `
  insert into products
    (item_code, name, category, occasions, price_pence, summary, description, size, presentation, stems, care, pictures)
  select 'GROWTH-' || n,
         ($3::text[])[1 + n % 50] || ' ' || ($4::text[])[1 + n / 50 % 30] || ' of ' || ($5::text[])[1 + n / 1500 % 40] ||
           ' for ' || ${word('n')},
         model.category, array[($7::text[])[1 + n % 7], ($7::text[])[1 + (n + 3) % 7]], 1500 + (n::bigint * 7919 % 140) * 50,
         model.summary, model.description, model.size, model.presentation, model.stems, model.care, model.pictures
  from generate_series($1::int, $2::int) as n
  join (select *, row_number() over (order by id) - 1 as place, count(*) over () as models
        from products where item_code not like 'GROWTH-%') as model
    on model.place = n / 7 % model.models
  order by n`;

const PEOPLE = `
  insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
  select 'growth' || n, 'growth' || n, 'growth' || n || '@example.org', 'growth' || n || '@example.org', 'Ada', 'Lovelace',
         'nobody signs in with this', now() - interval '${DAYS} days'
  from generate_series($1::int, $2::int) as n`;

const ADDRESSES = `
  insert into addresses (user_id, city, street_address, apartment_address, postal_code, recipient_name, created_at)
  select users.id, 'York', '12 Gillygate', 'Flat 3', 'YO31 7EQ', 'Nell Whitcombe', users.created_at
  from generate_series($1::int, $2::int) as n join users on users.username_key = 'growth' || n`;

/** Paid for and delivered, evenly over the days, none of them to come. */
const ORDERS = insertOrders(
  {
    id: '$3::int + n - $1::int + 1',
    user_id: 'users.id',
    stage: `'delivered'`,
    text: `'With love'`,
    shipping_address_id: 'addresses.id',
    delivery_date: `(at + interval '1 day')::date`,
    completed_at: 'at',
    buyer: `'Ada Lovelace'`,
    address: {
      city: `'York'`,
      street_address: `'12 Gillygate'`,
      apartment_address: `'Flat 3'`,
      postal_code: `'YO31 7EQ'`,
      recipient_name: `'Nell Whitcombe'`,
    },
    dispatched_at: `at + interval '1 day'`,
    delivered_at: `at + interval '1 day'`,
  },
  `from generate_series($1::int, $2::int) as n
  join users on users.username_key = 'growth' || (1 + (n - 1) / ${ORDERS_EACH})
  join addresses on addresses.user_id = users.id,
  lateral (select now() - interval '3 days' - (n::bigint * 7919 % ${DAYS}) * interval '1 day' as at) as day
  order by n`,
);

const NUMBERS = `insert into order_numbers (merged_into_id) select null from generate_series($1::int, $2::int)`;

const THESE = 'orders.id > $1';
const ITEMS = insertItems(
  { price_pence: '1950' },
  `from orders, generate_series(0, 1) as line,
       (select min(id) as first, count(*)::int as count from products) as stock
  join products on true
  where ${THESE} and products.id = stock.first + (orders.id::bigint * 7919 + line) % stock.count`,
);
const SUMS = insertSums(0, THESE);

/** One that was captured for each order; one in ten was begun twice, and one in fifty was declined before. */
const PAYMENTS = ['captured', 'superseded', 'declined'].map((state, place) =>
  insertPayments(
    `GROWTH-${state}`,
    { state: `'${state}'`, ...(state === 'captured' ? {} : { capture_id: 'null' }) },
    `${THESE} and orders.id % ${[1, 10, 50][place]} = 0`,
  ),
);

const LETTERS = `
  insert into letters (user_id, kind, created_at, sent_at, attempts)
  select user_id, 'order-confirmed', completed_at, completed_at, 1
  from orders where id > $1 and completed_at > now() - interval '${REMEMBERED.letters} days'`;

const EVENTS = `
  insert into webhook_events (id, type, body, received_at, processed_at)
  select 'GROWTH-' || orders.id, 'PAYMENT.CAPTURE.COMPLETED',
         jsonb_build_object('id', 'GROWTH-' || orders.id, 'event_type', 'PAYMENT.CAPTURE.COMPLETED', 'resource', address),
         completed_at, completed_at
  from orders where id > $1 and completed_at > now() - interval '${REMEMBERED.events} days'`;

const WORDS = insertWords('false', THESE);

/** Their triggers would write words and takings row by row. */
const WITH_TRIGGERS = ['orders', 'order_items', 'order_sums', 'order_search', 'payments'];
const TABLES = [
  'products',
  'users',
  'addresses',
  'order_numbers',
  'orders',
  'order_items',
  'order_sums',
  'order_search',
  'payments',
  'letters',
  'webhook_events',
];

async function countOf(db: pg.Client, from: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}

/** Searching is indexed when the rows are in, which takes a fraction of indexing them one by one. */
async function fillProducts(db: pg.Client, size: number): Promise<void> {
  const made = await countOf(db, `products where item_code like 'GROWTH-%'`);
  const missing = size - (await countOf(db, 'products'));
  if (missing <= 0) return;
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'products' and indexdef like '%USING gin%'`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await db.query(PRODUCTS, [made + 1, made + missing, FIRST, SECOND, PLACES, SYLLABLES, OCCASIONS]);
  for (const { definition } of rows) await db.query(definition);
}

async function fillOrders(db: pg.Client, size: number): Promise<number> {
  const people = await countOf(db, `users where username_key like 'growth%'`);
  const wanted = Math.ceil(size / ORDERS_EACH);
  for (const insert of [PEOPLE, ADDRESSES]) await db.query(insert, [people + 1, wanted]);
  await db.query('analyze users, addresses');
  const before = await countOf(db, `orders where status = 'C'`);
  const { rows } = await db.query<{ last: number }>('select coalesce(max(id), 0) as last from order_numbers');
  const last = rows[0]?.last ?? 0;
  await db.query(NUMBERS, [before + 1, size]);
  await db.query(ORDERS, [before + 1, size, last]);
  await db.query('analyze orders');
  for (const insert of [LETTERS, EVENTS]) await db.query(insert, [last]);
  return last;
}

/** Fills a shop up to so many bouquets and so many orders, with all that an order leaves behind. */
export const fill = (connectionString: string, size: number): Promise<void> =>
  withClient(connectionString, (left) =>
    withClient(connectionString, async (right) => {
      // A crash would lose what is made anew anyway.
      const settings = `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`;
      for (const db of [left, right]) await db.query(settings);
      await loadInBulk([left, right], WITH_TRIGGERS, async () => {
        const [last] = await Promise.all([fillOrders(left, size), fillProducts(right, size)]);
        // The lines, then what they add up to, then who paid for it.
        for (const insert of [ITEMS, SUMS, ...PAYMENTS, WORDS]) await left.query(insert, [last]);
      });
      await fillSums(left);
      // What autovacuum does a minute later.
      for (const table of TABLES) await left.query(`vacuum analyze ${table}`);
    }),
  );
