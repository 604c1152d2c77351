import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Role } from '#contract/roles.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { insertItems, insertOrders, insertPayments, insertSums } from './order-rows.ts';

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

const ORDERS = insertOrders(
  {
    id: 'number',
    user_id: 'users.id',
    stage: `'to tie'`,
    text: '($3::text[])[1 + number % cardinality($3::text[])]',
    delivery_date: '$2::date',
    completed_at: `now() - interval '1 day' + number * interval '1 second'`,
    buyer: `'Ada Lovelace'`,
    address: {
      city: `'London'`,
      street_address: `number || ' Mare Street'`,
      postal_code: '($4::text[])[1 + number % cardinality($4::text[])]',
      phone: `'020 7946 0000'`,
      recipient_name: '($5::text[])[1 + number % cardinality($5::text[])]',
    },
    driver_note: `case when number % 7 = 0 then 'The bell is broken, please knock.' else '' end`,
    swap_choice: `case when number % 5 = 0 then 'ask' else 'choose' end`,
  },
  `from unnest($1::int[]) as number
   join users on case when $6::int is null then users.username_key = 'day' || (1 + number % 20) else users.id = $6 end`,
);

const THESE = 'orders.id = any($1::int[])';
const BEHIND_THEM = [
  insertItems(
    { quantity: 'case when orders.id % 11 = 0 then 3 else 1 end' },
    `from orders, (select array_agg(id order by id) as ids from products) as stock join products on true
     where ${THESE} and products.id = stock.ids[1 + orders.id % least(cardinality(stock.ids), 20)]`,
  ),
  insertSums(0, THESE),
  insertPayments('DAY', {}, THESE),
];

/** Puts paid orders on a day's sheet, as if people had bought them; returns their numbers. For proofs, benches and journeys. */
export const fillDay = (connectionString: string, { day, count, buyer }: Day): Promise<number[]> =>
  withClient(connectionString, async (db) => {
    await db.query('begin');
    await db.query(PEOPLE);
    const { rows } = await db.query<{ id: number }>(NUMBERS, [count]);
    const ids = rows.map(({ id }) => id);
    await db.query(ORDERS, [ids, day, NOTES, DISTRICTS, NAMES, buyer ?? null]);
    for (const insert of BEHIND_THEM) await db.query(insert, [ids]);
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
