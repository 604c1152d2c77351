import type { DeskCustomers, ListCustomers } from '#contract/desk-customers.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';

/**
 * Customers by any part of a name, an address of theirs or of those they send to; without words, who bought last. Two letters or
 * fewer are the beginning of a word, as of a postcode.
 */
export async function findCustomers({ db }: Pick<Deps, 'db'>, wanted: ListCustomers): Promise<DeskCustomers> {
  const { find, before, limit } = wanted;
  const sought = find.toLowerCase();
  const found = sought === '' ? buyersLately(before, limit) : matching(sought, before, limit);
  const { rows } = await db.execute<Row>(sql`${found}
    select place, users.id, coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.email) as name, users.email,
      users.stopped_at is not null as stopped, bought.orders, bought.last, bought.pence, bought.district,
      (select count(*)::int from claims join orders on orders.id = claims.order_id
        where orders.user_id = users.id and claims.answered_at is null) as claims
    from found join users on users.id = found.id
    cross join lateral (${BOUGHT}) as bought order by place desc`);
  return {
    customers: rows.slice(0, limit).map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      stopped: row.stopped,
      orders: row.orders,
      spent: toPounds(Number(row.pence)),
      district: row.district,
      last_bought: row.last === null ? null : new Date(row.last).toISOString(),
      claims_waiting: row.claims,
    })),
    next: rows.length > limit ? (rows[limit - 1]?.place ?? null) : null,
  };
}

type Row = {
  place: number;
  id: number;
  name: string;
  email: string;
  stopped: boolean;
  orders: number;
  last: string | null;
  pence: string;
  district: string | null;
  claims: number;
};

/** Everybody once, by the number of the last order: an order counts if its buyer has no later one. */
const buyersLately = (before: number | undefined, limit: number): SQL => sql`with found as (
  select orders.id as place, orders.user_id as id from orders
  where orders.user_id is not null and orders.status = 'C' ${before === undefined ? sql`` : sql`and orders.id < ${before}`}
    and not exists (select 1 from orders as later
      where later.user_id = orders.user_id and later.id > orders.id and later.status = 'C')
  order by orders.id desc limit ${limit + 1})`;

/** The two parts are found apart: an index over parts serves each, and `or` between them would serve neither. */
function matching(sought: string, before: number | undefined, limit: number): SQL {
  const older = (id: SQL): SQL => (before === undefined ? sql`` : sql`and ${id} < ${before}`);
  const inAddress = toPattern(/\d/.test(sought) ? toPostcodeOrPhone(sought) : sought);
  return sql`with found as (
    select id, id as place from (
      (select id from users where ${TEXT_OF_USER} ilike ${toPattern(sought)} ${older(sql`id`)} order by id desc limit ${limit + 1})
      union
      (select distinct user_id from addresses where ${TEXT_OF_ADDRESS} ilike ${inAddress} ${older(sql`user_id`)}
        order by user_id desc limit ${limit + 1})
    ) as either order by id desc limit ${limit + 1})`;
}

/**
 * A postcode is typed with its space or without, a number with anything between its digits. What stands before the number at home,
 * `0`, `+44` or both, is left out: either may be stored.
 */
const toPostcodeOrPhone = (sought: string): string =>
  sought
    .replace(/^\s*(\+|00)\s*44\s*(\(0\))?/, '')
    .replaceAll(/[\s().+-]/g, '')
    .replace(/^(44(?=\d{9,})|0(?=\d{4,}$))/, '');

/** As in the definitions of the indexes. */
const TEXT_OF_USER = sql`lower(' ' || first_name || ' ' || last_name || ' ' || email)`;
const TEXT_OF_ADDRESS = sql`addresses_in_one(postal_code, phone, recipient_name)`;

function toPattern(sought: string): string {
  const literal = sought.replaceAll(/[\\%_]/g, '\\$&');
  return literal.length < 3 ? `% ${literal}%` : `%${literal}%`;
}

const BOUGHT = sql`
  select count(*)::int as orders, max(completed_at)::text as last,
    coalesce(sum((select coalesce(sum(pence), 0) from order_sums where order_id = orders.id)
      - (select coalesce(sum(refunds.amount_pence), 0) from payments join refunds on refunds.payment_id = payments.id
        where payments.order_id = orders.id and payments.state = 'captured' and refunds.state = 'done')), 0)::bigint as pence,
    (array_agg(substring(upper(replace(address ->> 'postal_code', ' ', '')) from '^[A-Z]{1,2}[0-9][0-9A-Z]?(?=[0-9][A-Z]{2}$)')
      order by orders.id desc) filter (where replaces_order_id is null))[1] as district
  from (select * from orders where orders.user_id = users.id and orders.status = 'C' and replaces_order_id is null
    order by id desc limit 1000) as orders`;
