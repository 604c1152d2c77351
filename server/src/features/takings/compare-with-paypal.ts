import type { TakingsAgreement, TakingsDifference } from '#contract/desk-takings.ts';
import { toPounds } from '#contract/money.ts';
import type { Deps } from '#server/deps.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { withinDays } from '#server/platform/database/within-days.ts';
import { addDaysUp, chargedPence, type DaySums } from './read-days.ts';

const MOST_LISTED = 50;
/** Days of which single payments are read: a day that differs is rare. */
const MOST_DAYS = 10;

type Found = { what: 'capture' | 'refund'; order: number; on: string; ours: number; paypal: number | null };

/**
 * Compares what orders and refunds come to with what PayPal said of the same captures and refunds when it was asked. Only days
 * whose sums differ, or of which something was never read, are looked at payment by payment.
 */
export async function compareWithPaypal({ db }: Pick<Deps, 'db'>, days: readonly DaySums[]): Promise<TakingsAgreement> {
  const sums = addDaysUp(days);
  const differing = days.filter(
    (day) =>
      chargedPence(day) !== day.captured ||
      day.refunded !== day.refunded_told ||
      day.captures_unread !== 0 ||
      day.refunds_unread !== 0,
  );
  const found = differing.length === 0 ? [] : await listDifferences(db, differing);
  const unread = sums.captures_unread + sums.refunds_unread;
  const ours = { captured: chargedPence(sums), refunded: sums.refunded };
  const paypal = { captured: sums.captured, refunded: sums.refunded_told };
  const listed = found.reduce((sum, one) => sum + signed(one.what, one.ours - (one.paypal ?? 0)), 0);
  const net = ours.captured - ours.refunded - (paypal.captured - paypal.refunded);
  return {
    is_equal: differing.length === 0,
    ours: { captured: toPounds(ours.captured), refunded: toPounds(ours.refunded) },
    paypal: { captured: toPounds(paypal.captured), refunded: toPounds(paypal.refunded) },
    unread,
    undecided: await countUndecided(db),
    differences: found.slice(0, MOST_LISTED).map(toDifference),
    unexplained: found.length > MOST_LISTED || differing.length > MOST_DAYS ? 0 : toPounds(net - listed),
  };
}

const signed = (what: Found['what'], pence: number): number => (what === 'capture' ? pence : -pence);

const toDifference = ({ ours, paypal, ...one }: Found): TakingsDifference => ({
  ...one,
  ours: toPounds(ours),
  paypal: paypal === null ? null : toPounds(paypal),
});

async function listDifferences(db: Database, days: readonly DaySums[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const { day } of days.slice(0, MOST_DAYS)) {
    if (found.length > MOST_LISTED) break;
    found.push(
      ...(await run(
        db,
        sql`${CAPTURES} and ${withinDays(sql`payments.changed_at`, day, day)} order by payments.order_id limit 60`,
      )),
    );
    found.push(
      ...(await run(
        db,
        sql`${REFUNDS} and ${withinDays(sql`refunds.changed_at`, day, day)} order by payments.order_id limit 60`,
      )),
    );
  }
  return found;
}

const run = async (db: Database, statement: SQL): Promise<Found[]> => (await db.execute<Found>(statement)).rows;

const CHARGED = sql`(select coalesce(sum(pence), 0)::int from order_sums where order_sums.order_id = payments.order_id)`;

const CAPTURES = sql`
  select 'capture' as what, payments.order_id as "order", london_day(payments.changed_at)::text as "on", ${CHARGED} as ours,
    captured_pence as paypal
  from payments where payments.state = 'captured' and (captured_pence is null or captured_pence <> ${CHARGED})`;

const REFUNDS = sql`
  select 'refund' as what, payments.order_id as "order", london_day(refunds.changed_at)::text as "on",
    refunds.amount_pence as ours, told_pence as paypal
  from refunds join payments on payments.id = payment_id and payments.state = 'captured'
  where refunds.state = 'done' and told_pence is distinct from refunds.amount_pence`;

/** Money on its way: no sum of a day has it yet. */
async function countUndecided(db: Database): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (
    (select 1 from refunds where state in ('asked', 'unclear') limit 50)
    union all (select 1 from payments where state in ('capturing', 'unknown', 'pending', 'refunding') limit 50)) as open`);
  return rows[0]?.count ?? 0;
}
