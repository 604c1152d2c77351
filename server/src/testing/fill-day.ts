import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Role } from '#contract/roles.ts';
import { hashKey } from '#server/features/accounts/keys.ts';

/** Whoever asks for a day: where its database is, and how many orders leave on it. */
export type Day = {
  day: string;
  count: number;
  /** A customer, by id, who has bought all of them; otherwise twenty people have. */
  buyer?: number;
};

const DISTRICTS = ['E8 3PN', 'E8 1HY', 'N1 7AA', 'N1 2XD', 'E2 9ED', 'E9 6JX', 'N16 8JN', 'EC1V 2NX'];
const NAMES = [
  'Nell Whitcombe',
  'Amara Osei',
  'Tom Bexley',
  'Priya Nair',
  'Joan Llewellyn',
  'Zoë Ångström-Featherstonehaugh',
];
const NOTES = [
  'Happy birthday, Nell. The kettle is on whenever you are.',
  '',
  'With love, from all of us at number nine.',
  'Good luck tomorrow 🌷',
];

const PEOPLE = `
  insert into users (username, username_key, email, email_key, first_name, last_name, password_hash, created_at)
  select 'day' || n, 'day' || n, 'day' || n || '@example.org', 'day' || n || '@example.org', 'Ada', 'Lovelace',
         'nobody signs in with this', now()
  from generate_series(1, 20) as n on conflict do nothing`;

const NUMBERS = 'insert into order_numbers (merged_into_id) select null from generate_series(1, $1::int) returning id';

const ORDERS = `
  insert into orders (id, user_id, stage, version, text, delivery_date, created_at, completed_at, buyer, address, driver_note,
                      swap_choice)
  select number, users.id, 'to tie', 1, ($3::text[])[1 + number % cardinality($3::text[])], $2::date,
         now() - interval '1 day', now() - interval '1 day' + number * interval '1 second', 'Ada Lovelace',
         jsonb_build_object('country', 'GB', 'city', 'London', 'street_address', number || ' Mare Street',
           'apartment_address', '', 'postal_code', ($4::text[])[1 + number % cardinality($4::text[])], 'address_type', 'S',
           'phone', '020 7946 0000', 'recipient_name', ($5::text[])[1 + number % cardinality($5::text[])]),
         case when number % 7 = 0 then 'The bell is broken, please knock.' else '' end,
         case when number % 5 = 0 then 'ask' else 'choose' end
  from unnest($1::int[]) as number
  join users on case when $6::int is null then users.username_key = 'day' || (1 + number % 20) else users.id = $6 end`;

const ITEMS = `
  insert into order_items (id, order_id, product_id, quantity, price_pence, name, picture, stems)
  select nextval(pg_get_serial_sequence('cart_items', 'id')), orders.id, products.id,
         case when orders.id % 11 = 0 then 3 else 1 end, products.price_pence, products.name, products.pictures -> 0, products.stems
  from orders, (select array_agg(id order by id) as ids from products) as stock join products on true
  where orders.id = any($1::int[]) and products.id = stock.ids[1 + orders.id % least(cardinality(stock.ids), 20)]`;

const SUMS = `
  insert into order_sums (order_id, kind, label, pence)
  select order_id, 'goods', 'Flowers', sum(quantity * price_pence) from order_items where order_id = any($1::int[]) group by 1
  union all select number, 'delivery', 'Delivery', 0 from unnest($1::int[]) as number`;

const PAYMENTS = `
  insert into payments (order_id, order_version, state, amount_pence, delivery_date, provider_order_id, invoice, capture_id,
                        look_again_at, looks, created_at, changed_at)
  select id, 1, 'captured', (select sum(pence) from order_sums where order_id = id), delivery_date, 'DAY-' || id, 'DAY-' || id,
         'DAY-' || id, now() + interval '20 years', 3, completed_at, completed_at
  from orders where id = any($1::int[])`;

/** Puts paid orders on a day's sheet, as if people had bought them; returns their numbers. For proofs, benches and journeys. */
export const fillDay = (connectionString: string, { day, count, buyer }: Day): Promise<number[]> =>
  withClient(connectionString, async (db) => {
    await db.query('begin');
    await db.query(PEOPLE);
    const { rows } = await db.query<{ id: number }>(NUMBERS, [count]);
    const ids = rows.map(({ id }) => id);
    await db.query(ORDERS, [ids, day, NOTES, DISTRICTS, NAMES, buyer ?? null]);
    for (const insert of [ITEMS, SUMS, PAYMENTS]) await db.query(insert, [ids]);
    await db.query('commit');
    return ids;
  });

const MEMBER = `
  insert into staff (name, email, email_key, roles, invited_at, joined_at)
  values ($1, $2, $2, $3::text[], now(), now()) returning id`;

const SESSION = `
  insert into staff_sessions (hash, staff_id, device, opened_by, started_at, used_at, expires_at, confirmed_at)
  values ($1, $2, 'Firefox on Linux', 'passkey', now(), now(), now() + interval '12 hours', now())`;

/** Somebody who works here and is signed in; returns the value of the cookie. */
export const signInStaff = (
  connectionString: string,
  name: string,
  roles: Role[],
): Promise<{ id: number; cookie: string }> =>
  withClient(connectionString, async (db) => {
    const cookie = randomBytes(24).toString('base64url');
    const email = `${name.toLowerCase().replace(/\W/g, '')}.${cookie.slice(0, 6).toLowerCase()}@shop.example`;
    const { rows } = await db.query<{ id: number }>(MEMBER, [name, email, roles]);
    const id = rows[0]?.id ?? 0;
    await db.query(SESSION, [hashKey(cookie), id]);
    return { id, cookie };
  });

async function withClient<T>(connectionString: string, act: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString });
  await db.connect();
  try {
    return await act(db);
  } finally {
    await db.end();
  }
}
