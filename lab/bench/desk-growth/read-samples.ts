import type pg from 'pg';

const EACH = 40;

/** What is asked for, from the whole past of a shop. */
export type Samples = {
  orders: number[];
  products: number[];
  itemCodes: string[];
  people: number[];
  regulars: number[];
  staff: number;
  codes: string[];
  commonNames: string[];
  rareNames: string[];
  fullNames: string[];
  rareRecipients: string[];
  postcodes: string[];
  districts: string[];
  phones: string[];
  emails: string[];
  streets: string[];
  houses: string[];
  nothing: string[];
};

/** Evenly over all orders, so that most of them are old. */
const ORDERS = `
  select orders.id, user_id as person, first_name, last_name, email, address ->> 'recipient_name' as recipient,
    address ->> 'postal_code' as postcode, address ->> 'phone' as phone, address ->> 'street_address' as street
  from generate_series(1, ${EACH * 6}) as n
  join orders on orders.id = (select max(id) from orders) * n / ${EACH * 6 + 4}
  join users on users.id = user_id order by hashint4(n)`;

type Row = Record<'first_name' | 'last_name' | 'email' | 'recipient' | 'postcode' | 'phone' | 'street', string> & {
  id: number;
  person: number;
};

const lastOf = (name: string): string => name.split(' ').at(-1) ?? name;
const NAMES = ['patel', 'smith', 'jones', 'khan', 'okafor', 'taylor', 'singh', 'williams'];

export async function readSamples(db: pg.Client, isCommon: (name: string) => boolean): Promise<Samples> {
  const { rows } = await db.query<Row>(ORDERS);
  const some = <T>(of: (row: Row) => T) => rows.slice(0, EACH).map(of);
  const idsOf = async (query: string) => (await db.query<{ id: number }>(query)).rows.map(({ id }) => id);
  const codes = await db.query<{ code: string }>('select code from promo_codes order by id limit 10');
  const stock = await db.query<{ id: number; code: string }>(
    `select id, item_code as code from products order by hashint4(id) limit ${EACH}`,
  );
  const [staff = 0] = await idsOf('select id from staff order by id limit 1');
  return {
    orders: some(({ id }) => id),
    products: stock.rows.map(({ id }) => id),
    itemCodes: stock.rows.map(({ code }) => code),
    people: some(({ person }) => person),
    regulars: await idsOf(
      `select user_id as id from orders where id % 4 = 0 and user_id is not null group by 1 order by count(*) desc limit 10`,
    ),
    staff,
    codes: codes.rows.map(({ code }) => code),
    commonNames: NAMES,
    rareNames: rows.filter((row) => !isCommon(row.last_name)).map((row) => row.last_name.toLowerCase()),
    fullNames: some((row) => `${row.first_name} ${row.last_name}`),
    rareRecipients: rows.map((row) => lastOf(row.recipient)).filter((name) => !isCommon(name)),
    postcodes: some(({ postcode }) => postcode),
    districts: some(({ postcode }) => postcode.split(' ')[0] ?? ''),
    phones: some(({ phone }) => phone),
    emails: some(({ email }) => email),
    streets: some(({ street }) => street.replace(/^\d+ /, '')),
    houses: some(({ street }) => street),
    nothing: some(({ id }) => `wolfsbane${id}`),
  };
}
