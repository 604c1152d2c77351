import type { Deps } from '#server/deps.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';

const BATCH = 2_000;

/** As `actorOf` reads such rows until then. */
const OF_ROW = sql`case when staff_id is not null then 'staff' when who in ('buyer', 'PayPal', 'shop') then who else 'command line' end`;

/**
 * Gives rows of versions before `actor` the kind of whoever did it, so many at a time that no statement takes long. A shop of such a version
 * may be open beside this one during an upgrade and add more.
 */
export async function fillActors({ db }: Pick<Deps, 'db'>, most = BATCH): Promise<void> {
  const fill = async (table: string, set: SQL) => {
    const rows = sql`select id from ${sql.identifier(table)} where actor is null order by id limit ${most}`;
    const statement = sql`update ${sql.identifier(table)} set ${set} where id in (${rows})`;
    while (((await db.execute(statement)).rowCount ?? 0) >= most);
  };
  // The events and the log tell who made a refund: they are read for it, not changed by it.
  await fill(
    'refunds',
    sql`actor = actor_of_refund(id), staff_id = (select order_events.staff_id from order_events
    join payments on payments.order_id = order_events.order_id where payments.id = refunds.payment_id and what = 'refund asked'
    and order_events.at = refunds.created_at and order_events.staff_id is not null limit 1)`,
  );
  await fill('order_events', sql`actor = ${OF_ROW}`);
  await fill('desk_log', sql`actor = case when who = 'the shop' and staff_id is null then 'shop' else ${OF_ROW} end`);
}
