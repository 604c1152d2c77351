import { type SQL, sql } from '#server/platform/database/drizzle.ts';

/**
 * Whether there is such a row, looked up by an index for each event. With `exists` PostgreSQL reads the whole table once and keeps it
 * in a hash, however few events a page has.
 */
const isThere = (rows: SQL): SQL => sql`(select true from ${rows} limit 1) is not null`;

/** An act and what it writes are committed together; a refund for a claim closes the claim once PayPal has answered. */
const SAME_ACT = sql`told.staff_id is not distinct from order_events.staff_id and told.who = order_events.who
  and told.at between order_events.at - interval '2 minutes' and order_events.at + interval '5 seconds'`;

/** Events beside a line of the log that is about the order itself. */
const OF_ORDER = sql`told.subject_id = order_events.order_id and (
  (what = 'refund asked' and told.action in ('refund order', 'cancel order'))
  or (what = 'stage' and after = 'cancelled' and told.action = 'cancel order')
  or (what = 'stage' and after in ('out', 'delivered')
    and told.action in ('dispatch order', 'deliver order', 'demonstrate delivery')))`;

/** Events beside a line about a claim, or about a run with its orders. */
const OF_OTHERS = sql`(told.action in ('answer claim', 'replace flowers of claim', 'refund for claim')
    and what in ('claim', 'refund asked') and told.details ->> 'order' = order_events.order_id::text)
  or (told.action = 'replace flowers of claim' and what = 'placed'
    and told.details ->> 'replacement' = order_events.order_id::text)
  or (told.action = 'run leaves' and what = 'run' and told.details -> 'behind' @> to_jsonb(order_events.order_id))
  or (told.action = 'remove run' and what = 'run'
    and before = format('run %s of %s', told.details ->> 'number', told.details ->> 'day'))
  or (told.action in ('run leaves', 'take back run') and what in ('stage', 'run') and ${isThere(
    sql`run_stops where run_stops.order_id = order_events.order_id and run_stops.run_id = told.subject_id`,
  )})`;

/** What a driver presses is told by how it ended; that the order moved on goes with it. So does the order made as a replacement. */
const HANDOVER = isThere(
  sql`order_events as twin where twin.order_id = order_events.order_id and twin.what = 'handover' and twin.at = order_events.at`,
);
const REPLACED = isThere(
  sql`orders as made join order_events as twin on twin.order_id = made.replaces_order_id and twin.what = 'replaced'
    where made.id = order_events.order_id and twin.after = order_events.order_id::text`,
);

/**
 * Leaves out events that another row of the history tells already: of one act there is one row. With the history of one order there are
 * no lines about claims and runs, so there its events stay.
 */
export function isToldOnce(order: number | undefined): SQL {
  const isSame = order === undefined ? sql`(${OF_ORDER} or ${OF_OTHERS})` : OF_ORDER;
  const isInLog = isThere(
    sql`desk_log as told where london_day(told.at) = london_day(order_events.at) and ${SAME_ACT} and ${isSame}`,
  );
  const isMadeAsReplacement = order === undefined ? sql`what = 'placed' and ${REPLACED}` : sql`false`;
  return sql`case when what in ('refund asked', 'claim', 'stage', 'run', 'placed')
    then not (${isInLog} or (what = 'stage' and ${HANDOVER}) or (${isMadeAsReplacement})) else true end`;
}
