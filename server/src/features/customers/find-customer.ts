import type { CustomerNote, DeskCustomer, ShowCustomer } from '#contract/desk-customers.ts';
import { dropDirectionMarks } from '#contract/invisible.ts';
import { toPounds } from '#contract/money.ts';
import type { Picture } from '#contract/pictures.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import { StoredPicture } from '#server/features/catalogue/pictures/stored-picture.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { desc, eq, sql } from '#server/platform/database/drizzle.ts';
import { customerNotes } from './table.ts';

const ORDERS_SHOWN = 20;
const CLAIMS_SHOWN = 50;

/** One customer: what they bought, what they claimed, what we wrote about them. */
export async function findCustomer(
  { db }: Pick<Deps, 'db'>,
  id: number,
  { before }: ShowCustomer = {},
): Promise<DeskCustomer> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw new NotFound();
  const [facts, orders, claims, notes] = await Promise.all([
    readFacts(db, id),
    readOrders(db, id, before),
    listClaimsOf(db, id),
    listCustomerNotes(db, id),
  ]);
  return {
    id,
    name: `${user.firstName} ${user.lastName}`.trim() || user.email,
    email: user.email,
    confirmed: user.emailConfirmedAt !== null,
    since: user.createdAt.toISOString(),
    stopped: user.stoppedAt !== null,
    stopped_because: user.stoppedReason,
    ...facts,
    orders_list: orders.slice(0, ORDERS_SHOWN),
    next: orders.length > ORDERS_SHOWN ? (orders[ORDERS_SHOWN - 1]?.id ?? null) : null,
    claims,
    notes,
  };
}

/** The newest first. */
export async function listCustomerNotes(db: Database, userId: number): Promise<CustomerNote[]> {
  const rows = await db
    .select()
    .from(customerNotes)
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.id))
    .limit(200);
  return rows.map(({ id, text, who, at }) => ({ id, text, who, at: at.toISOString() }));
}

async function readFacts(db: Database, id: number): Promise<Pick<DeskCustomer, 'orders' | 'spent' | 'usually'>> {
  const { rows } = await db.execute<{ orders: number; pence: string; usually: string | null }>(sql`
    with theirs as (select id from orders where user_id = ${id} and status = 'C' and replaces_order_id is null)
    select (select count(*)::int from theirs) as orders,
      ((select coalesce(sum(pence), 0) from order_sums where order_id in (select id from theirs))
        - (select coalesce(sum(refunds.amount_pence), 0) from payments join refunds on refunds.payment_id = payments.id
          where payments.order_id in (select id from theirs) and payments.state = 'captured' and refunds.state = 'done'))::bigint as pence,
      (select name from order_items where order_id in (select id from theirs) group by name
        having sum(quantity) > 1 order by sum(quantity) desc, name limit 1) as usually`);
  const [row] = rows;
  return { orders: row?.orders ?? 0, spent: toPounds(Number(row?.pence ?? 0)), usually: row?.usually ?? null };
}

type OrderRow = {
  id: number;
  bouquet: string | null;
  lines: number;
  picture: unknown;
  recipient: string | null;
  postal: string | null;
  day: string | null;
  stage: DeskCustomer['orders_list'][number]['stage'];
  pence: number;
  refunded: number;
  is_replacement: boolean;
};

async function readOrders(db: Database, id: number, before: number | undefined): Promise<DeskCustomer['orders_list']> {
  const { rows } = await db.execute<OrderRow>(sql`
    select orders.id, line.name as bouquet, line.lines, line.picture, orders.address ->> 'recipient_name' as recipient,
      orders.address ->> 'postal_code' as postal, orders.delivery_date::text as day, orders.stage,
      (select coalesce(sum(pence), 0)::int from order_sums where order_id = orders.id) as pence,
      (select coalesce(sum(refunds.amount_pence), 0)::int from payments join refunds on refunds.payment_id = payments.id
        where payments.order_id = orders.id and payments.state = 'captured' and refunds.state = 'done') as refunded,
      replaces_order_id is not null as is_replacement
    from orders left join lateral (select name, picture, count(*) over ()::int as lines from order_items
      where order_id = orders.id order by id limit 1) as line on true
    where orders.user_id = ${id} and orders.status = 'C' ${before === undefined ? sql`` : sql`and orders.id < ${before}`}
    order by orders.id desc limit ${ORDERS_SHOWN + 1}`);
  return rows.map(({ bouquet, lines, picture, recipient, postal, pence, refunded, ...row }) => ({
    ...row,
    bouquet: lines > 1 ? `${bouquet} and ${lines - 1} more` : (bouquet ?? ''),
    picture: StoredPicture.parse(picture) as Picture | null,
    recipient: dropDirectionMarks(recipient ?? ''),
    district: (postal ?? '')
      .trim()
      .toUpperCase()
      .replace(/\s*\d[A-Z]{2}$/, ''),
    amount: toPounds(pence),
    refunded: toPounds(refunded),
  }));
}

async function listClaimsOf(db: Database, id: number): Promise<DeskCustomer['claims']> {
  const { rows } = await db.execute<DeskCustomer['claims'][number] & Record<string, unknown>>(sql`
    select claims.id, claims.order_id as "order", claims.text,
      case when claims.answered_at is null then 'waiting'
        when exists (select 1 from orders as again where again.replaces_order_id = orders.id) then 'replaced'
        else 'answered' end as state
    from claims join orders on orders.id = claims.order_id where orders.user_id = ${id}
    order by claims.id desc limit ${CLAIMS_SHOWN}`);
  return rows.map((claim) => ({ ...claim, text: dropDirectionMarks(claim.text) }));
}
