import { addDays, londonDay } from '#contract/delivery.ts';
import { insertItems, insertOrders, insertPayments, insertSums, insertWords } from '#server/testing/order-rows.ts';
import { CITIES, DISTRICTS, FIRST_NAMES, LAST_NAMES, REASONS, STAFF, STREETS, SYLLABLES } from './shop-words.ts';

/** Orders of a day, however many there are in all: a larger shop is an older one, so that a day is as long in each. */
const A_DAY = 280;
export const CODES = 60;
/** Of the oldest orders, none of the newest half: common, and to be found among old orders alone. */
const OLD_CITY = 'Ambleside';

/** How many there are of each. */
export type ShopSize = { orders: number; people: number; bouquets: number };

/** The last id that each table has given. */
export type LastIds = Record<'users' | 'addresses' | 'orders' | 'items' | 'products' | 'stock' | 'staff', number>;

export const LAST_IDS = `
  select (select coalesce(max(id), 0) from users) as users, (select coalesce(max(id), 0) from addresses) as addresses,
    (select coalesce(max(id), 0) from order_numbers) as orders,
    greatest((select coalesce(max(id), 0) from cart_items), (select coalesce(max(id), 0) from order_items)) as items,
    (select min(id) from products) as products, (select count(*)::int from products) as stock,
    (select coalesce(max(id), 0) from staff) as staff`;

export const COUNT_ON = [
  ['users', 'users'],
  ['addresses', 'addresses'],
  ['order_numbers', 'order_numbers'],
  ['cart_items', 'order_items'],
].map(([table, filled]) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${filled}))`);

const quote = (words: readonly string[]) =>
  `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}]`;
/** A number that has nothing to do with `n` but is the same each time. */
const chance = (n: string, salt: number) => `abs(hashint8(${n} * 64 + ${salt})::bigint)`;
const pick = (words: readonly string[], n: string, salt: number) =>
  `(${quote(words)})[1 + ${chance(n, salt)} % ${words.length}]`;
/** A word of three syllables, one of 32,768. */
const rare = (n: string, salt: number) => [0, 1, 2].map((place) => pick(SYLLABLES, n, salt + place)).join(' || ');

/** One surname of five is rare, as surnames are. */
const lastName = (n: string, salt: number) =>
  `case when ${chance(n, salt)} % 5 = 0 then initcap(${rare(n, salt + 1)}) else ${pick(LAST_NAMES, n, salt + 4)} end`;

const postcode = (n: string) =>
  `${pick(DISTRICTS, n, 21)} || ' ' || ${chance(n, 22)} % 10 || chr(65 + (${chance(n, 23)} % 26)::int) || chr(65 + (${chance(n, 24)} % 26)::int)`;
const phone = (n: string) =>
  `'07' || lpad((${chance(n, 25)} % 1000)::text, 3, '0') || ' ' || lpad((${chance(n, 26)} % 1000000)::text, 6, '0')`;

/** `first` one after the other; then `money` and `rest` beside each other, each in this order. */
type Inserts = { first: string[]; money: string[]; rest: string[] };

export function listInserts(last: LastIds, { orders, people }: ShopSize): Inserts {
  const today = londonDay(new Date());
  const days = Math.ceil(orders / A_DAY);
  /** The buyer of an order. Some buy often. */
  const buyer = `(case when n % 4 = 0 then 1 + ${chance('n', 1)} % greatest(1, ${people} / 50) else 1 + ${chance('n', 2)} % ${people} end)`;
  /** When it was paid for. All are delivered the day after, the last ones yesterday: the day that is measured is filled apart. */
  const at = `(timestamptz '${addDays(today, -2)} 18:00+00' - (${orders} - n) * interval '1 day' / ${A_DAY})`;
  const city = `case when n <= ${orders} / 2 and n % 2 = 0 then '${OLD_CITY}' else ${pick(CITIES, 'n', 27)} end`;
  const orderOf = `orders.id - ${last.orders}`;
  const these = `orders.id > ${last.orders}`;
  const events = [
    ['PayPal', 'null', "interval '0'", 'placed', 'null', 'null'],
    [
      pick(STAFF, 'n', 31),
      `${last.staff} - ${chance('n', 31)} % ${STAFF.length}`,
      "interval '14 hours'",
      'stage',
      "'to tie'",
      "'tied'",
    ],
    [
      pick(STAFF, 'n', 32),
      `${last.staff} - ${chance('n', 32)} % ${STAFF.length}`,
      "interval '16 hours'",
      'stage',
      "'tied'",
      "'out'",
    ],
    [
      pick(STAFF, 'n', 33),
      `${last.staff} - ${chance('n', 33)} % ${STAFF.length}`,
      "interval '19 hours'",
      'stage',
      "'out'",
      "'delivered'",
    ],
  ];
  const first = [
    `insert into users (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
      overriding system value
      select ${last.users} + n, 'past' || n, 'past' || n, email, email, first_name, last_name, 'nobody signs in with this',
        now() - interval '1 day' * (${days} * (${people} - n)::float8 / ${people})
      from (select n, ${pick(FIRST_NAMES, 'n', 41)} as first_name, ${lastName('n', 42)} as last_name
        from generate_series(1::bigint, ${people}) as n) as named
      cross join lateral (select lower(first_name || '.' || last_name || n || '@example.org') as email) as mail`,
    `insert into addresses (id, user_id, city, street_address, apartment_address, postal_code, phone, recipient_name, created_at)
      overriding system value
      select ${last.addresses} + n, ${last.users} + n, ${pick(CITIES, 'n', 27)}, (1 + n % 199) || ' ' || ${pick(STREETS, 'n', 28)}, '',
        ${postcode('n')}, ${phone('n')}, ${pick(FIRST_NAMES, 'n', 51)} || ' ' || ${lastName('n', 52)}, now() - interval '1 day'
      from generate_series(1::bigint, ${people}) as n`,
    `insert into promo_codes (code, kind, value, created_at)
      select 'PAST' || n, 'percent', 10, now() - interval '1 day' * (100 - n) from generate_series(1, ${CODES}) as n`,
    `insert into order_numbers (id) overriding system value
      select ${last.orders} + n from generate_series(1, ${orders}) as n`,
    insertOrders(
      {
        id: `${last.orders} + n`,
        user_id: 'users.id',
        stage: `case when n % 50 = 7 then 'cancelled' else 'delivered' end`,
        text: `'With love'`,
        shipping_address_id: `${last.addresses} + users.id - ${last.users}`,
        delivery_date: 'london_day(at) + 1',
        completed_at: 'at',
        buyer: `first_name || ' ' || last_name`,
        address: {
          city,
          street_address: `(1 + n % 199) || ' ' || ${pick(STREETS, 'n', 28)}`,
          postal_code: postcode('n'),
          phone: phone('n'),
          recipient_name: `${pick(FIRST_NAMES, 'n', 51)} || ' ' || ${lastName('n', 52)}`,
        },
        promo_code_id: `case when n % 10 = 3 then (select min(id) from promo_codes where code like 'PAST%') +
          (case when n % 20 = 3 then ${CODES - 1} else ${chance('n', 3)} % ${CODES} end)::int end`,
        dispatched_at: `at + interval '16 hours'`,
        delivered_at: `at + interval '19 hours'`,
      },
      `from generate_series(1::bigint, ${orders}) as n cross join lateral (select ${at} as at) as moment
      join users on users.id = ${last.users} + ${buyer} order by n`,
    ),
  ];
  const money = [
    insertItems(
      { id: `${last.items} + 2 * (${orderOf}) + line` },
      `from orders cross join generate_series(0, 1) as line
      join products on products.id = ${last.products} + ${chance('(orders.id::bigint + line)', 4)} % ${last.stock}
      where ${these} and (line = 0 or orders.id % 4 = 0)`,
    ),
    insertSums(490, these),
    `insert into order_sums (order_id, kind, label, pence)
      select id, 'discount', 'PAST', -390 from orders where ${these} and promo_code_id is not null`,
    insertPayments(
      'PAST',
      {
        captured_pence: 'sums.pence',
        fee_pence: '30 + sums.pence / 50',
        look_again_at: `completed_at + interval '2 hours'`,
      },
      these,
    ),
    `insert into refunds (payment_id, amount_pence, reason, who, state, provider_refund_id, told_pence, fee_back_pence, look_again_at, looks,
        created_at, changed_at)
      select id, pence, ${pick(REASONS, 'order_id::bigint', 5)}, ${pick(STAFF, 'order_id::bigint', 6)}, 'done', 'BACK-' || order_id, pence, 0,
        changed_at, 1, changed_at + interval '2 days', changed_at + interval '2 days'
      from payments cross join lateral (select case when order_id % 50 = 7 then amount_pence else 500 end as pence) as part
      where order_id % 50 = 7 or order_id % 100 = 11`,
    `insert into reviews (product_id, user_id, rating, text, written_at)
      select distinct on (user_id, product_id) product_id, user_id, 3 + orders.id % 3, 'They lasted for ten days.', delivered_at
      from orders join order_items on order_id = orders.id where orders.id > ${last.orders} and orders.id % 20 = 0`,
  ];
  const rest = [
    `insert into order_events (order_id, at, who, staff_id, what, before, after)
      select ${last.orders} + n, at, who, staff_id, what, before, after
      from generate_series(1::bigint, ${orders}) as n cross join lateral (select ${at} as paid) as moment
      cross join lateral (values ${events
        .map(
          ([who, staff, later, what, before, after]) =>
            `(${who === 'PayPal' ? "'PayPal'" : who}, (${staff})::int, paid + ${later}, '${what}', ${before}, ${after})`,
        )
        .join(',\n        ')}) as event (who, staff_id, at, what, before, after)
      order by at`,
    `insert into order_notes (order_id, staff_id, who, text, at)
      select id, ${last.staff}, 'Wren', 'Rang the bell twice.', completed_at from orders where id > ${last.orders} and id % 50 = 0`,
    `insert into letters (user_id, order_id, kind, created_at, sent_at, attempts)
      select user_id, id, kind, completed_at, completed_at, 1 from orders, unnest(array['order-confirmed', 'order-dispatched']) as kind
      where id > ${last.orders} and completed_at > now() - interval '90 days'`,
    `insert into claims (order_id, text, photo, made_at, on_the_day, answer, answered_at, answered_by_id)
      select id, 'Two stems were broken.', decode(repeat('ff', 2000), 'hex'), delivered_at, true, 'We are sorry.', delivered_at, ${last.staff}
      from orders where id > ${last.orders} and id % 200 = 0`,
    `insert into customer_notes (user_id, text, at, who, staff_id)
      select id, 'Likes peonies.', now() - interval '1 day', 'Wren', ${last.staff} from users where id > ${last.users} and id % 50 = 0`,
    `insert into desk_log (at, staff_id, who, action, subject_id, details)
      select timestamptz '${today} 00:00+00' - (${days} * 20 - n) * interval '72 minutes', ${last.staff} - n % ${STAFF.length},
        ${pick(STAFF, 'n', 7)}, (array['refund order', 'set day', 'set price', 'answer claim', 'set sold out'])[1 + n % 5],
        (array[${last.orders} + 1 + (n * 13) % ${orders}, 0, ${last.products}, 1, ${last.products}])[1 + n % 5],
        jsonb_build_object('before', n % 40, 'after', n % 41)
      from generate_series(1::bigint, ${days} * 20) as n order by n`,
    insertWords('orders.id % 50 = 7 or orders.id % 100 = 11', these),
  ];
  return { first, money, rest };
}
