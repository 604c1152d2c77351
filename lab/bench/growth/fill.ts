import type pg from 'pg';
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
const ORDERS = `
  insert into orders (id, user_id, stage, version, text, shipping_address_id, delivery_date, created_at, completed_at, buyer,
                      address, dispatched_at, delivered_at)
  select $3::int + n - $1::int + 1, users.id, 'delivered', 1, 'With love', addresses.id, (at + interval '1 day')::date, at, at, 'Ada Lovelace',
         jsonb_build_object('country', 'GB', 'city', 'York', 'street_address', '12 Gillygate', 'apartment_address', 'Flat 3',
           'postal_code', 'YO31 7EQ', 'address_type', 'S', 'phone', '', 'recipient_name', 'Nell Whitcombe'),
         at + interval '1 day', at + interval '1 day'
  from generate_series($1::int, $2::int) as n
  join users on users.username_key = 'growth' || (1 + (n - 1) / ${ORDERS_EACH})
  join addresses on addresses.user_id = users.id,
  lateral (select now() - interval '3 days' - (n::bigint * 7919 % ${DAYS}) * interval '1 day' as at) as day
  order by n`;

const NUMBERS = `insert into order_numbers (merged_into_id) select null from generate_series($1::int, $2::int)`;

const SUMS = `
  insert into order_sums (order_id, kind, label, pence)
  select id, kind, label, pence from orders,
    (values ('goods', 'Flowers', 3900), ('delivery', 'Delivery', 0)) as sums (kind, label, pence) where orders.id > $1`;

const ITEMS = `
  insert into order_items (id, order_id, product_id, quantity, price_pence, name, picture)
  select nextval(pg_get_serial_sequence('cart_items', 'id')), orders.id, products.id, 1, 1950, products.name, products.pictures -> 0
  from orders, generate_series(0, 1) as line,
       (select min(id) as first, count(*)::int as count from products) as stock
  join products on true
  where orders.id > $1 and products.id = stock.first + (orders.id::bigint * 7919 + line) % stock.count`;

/** One that was captured for each order; one in ten was begun twice, and one in fifty was declined before. */
const PAYMENTS = `
  insert into payments (order_id, order_version, state, amount_pence, delivery_date, provider_order_id, invoice, capture_id,
                        look_again_at, looks, created_at, changed_at)
  select id, 1, state, 3900, delivery_date, 'GROWTH-' || state || id, 'GROWTH-' || state || id,
         case when state = 'captured' then 'GROWTH-' || id end, completed_at + interval '2 hours', 3, completed_at, completed_at
  from orders, unnest(array['captured', 'superseded', 'declined'], array[1, 10, 50]) as past (state, one_in)
  where orders.id > $1 and orders.id % one_in = 0`;

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

/** What the desk finds them by. */
const WORDS = `
  insert into order_search (order_id, words, refunded)
  select orders.id, order_words(orders.id, orders.buyer, orders.address, users.email), false
  from orders left join users on users.id = orders.user_id where orders.id > $1`;

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
  for (const insert of [SUMS, PAYMENTS, LETTERS, EVENTS]) await db.query(insert, [last]);
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
        for (const insert of [ITEMS, WORDS]) await left.query(insert, [last]);
      });
      await fillSums(left);
      // What autovacuum does a minute later.
      for (const table of TABLES) await left.query(`vacuum analyze ${table}`);
    }),
  );
