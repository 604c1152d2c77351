import type { Day } from '#contract/day.ts';
import { addDays, findClosure, londonDay } from '#contract/delivery.ts';
import { ORDER_STAGES, type OrderStage } from '#contract/orders.ts';
import { countPlaces } from '#server/features/delivery/count-places.ts';
import { limitOf, readRules, weekdayClosure } from '#server/features/delivery/read-rules.ts';
import {
  OPEN_REFUNDS,
  type PaymentState,
  type RefundState,
  SWEPT_AFTER_END,
  UNFINISHED,
} from '#server/features/orders/states.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { isOnStandby } from '#server/platform/installation/standby.ts';
import { JOBS_SCHEMA } from '#server/platform/jobs/create-jobs.ts';

const DAYS_AHEAD = 14;
/** Delivered and cancelled orders are never gone: only those that left lately are counted, so that it costs the same in ten years. */
const ENDED_ORDERS_DAYS = 7;
const ENDED_PAYMENTS_MS = 24 * 60 * 60 * 1000;

const ENDED: readonly OrderStage[] = ['delivered', 'cancelled'];
const OPEN = ORDER_STAGES.filter((stage) => !ENDED.includes(stage));

type Counted<Name extends string> = {
  name: Name;
  count: number;
  /** 0 if there is none; null where it is not told. */
  oldestSeconds: number | null;
};
export type QueueFigures = {
  queue: string;
  waiting: number;
  active: number;
  later: number;
  failing: number;
  oldestSeconds: number;
};

/** What the database knows of the whole shop, whichever process asks. */
export type Figures = {
  orders: Counted<OrderStage>[];
  payments: Counted<PaymentState>[];
  refunds: Counted<RefundState>[];
  letters: { waiting: number; oldestSeconds: number; givenUp: number };
  queues: QueueFigures[];
  /** The next days. Without a limit a day has no number of places. */
  days: { day: Day; booked: number; places: number | undefined }[];
  onStandby: boolean;
};

/** Every statement reads by an index that holds what is open or new, not what is over. */
export async function readFigures(tx: Transaction, now: Date): Promise<Figures> {
  return {
    orders: await countOrders(tx, now),
    payments: await countPayments(tx, now),
    refunds: await countRefunds(tx, now),
    letters: await countLetters(tx, now),
    queues: await countJobs(tx),
    days: await countDays(tx, now),
    onStandby: await isOnStandby(tx),
  };
}

const complete = <Name extends string>(
  names: readonly Name[],
  rows: Counted<Name>[],
  oldestSeconds: number | null,
): Counted<Name>[] => names.map((name) => rows.find((row) => row.name === name) ?? { name, count: 0, oldestSeconds });

async function countOrders(tx: Transaction, now: Date): Promise<Counted<OrderStage>[]> {
  const today = londonDay(now);
  const { rows } = await tx.execute<Counted<OrderStage>>(sql`
    select stage as name, count(*)::integer as count from orders
      where stage = any(${sql.param([...OPEN])}::text[]) group by stage
    union all
    select stage, count(*)::integer from orders
      where leaves_on between ${today}::date - ${ENDED_ORDERS_DAYS}::integer and ${today}::date
        and stage = any(${sql.param([...ENDED])}::text[]) group by stage`);
  return complete(ORDER_STAGES, rows, null);
}

/** A list of states as it stands in the definition of the index, where there are no parameters. */
const listed = (states: readonly (PaymentState | RefundState)[]) =>
  sql.raw(states.map((state) => `'${state}'`).join(', '));

async function countPayments(tx: Transaction, now: Date): Promise<Counted<PaymentState>[]> {
  const since = new Date(now.getTime() - ENDED_PAYMENTS_MS).toISOString();
  const { rows } = await tx.execute<Counted<PaymentState>>(sql`
    select state as name, count(*)::integer as count,
        extract(epoch from ${now.toISOString()}::timestamptz - min(changed_at))::float8 as "oldestSeconds"
      from payments where state in (${listed(UNFINISHED)}) group by state
    union all
    select state, count(*)::integer, null from payments
      where state in (${listed(SWEPT_AFTER_END)}) and created_at >= ${since}::timestamptz group by state
    union all
    select state, count(*)::integer, null from payments
      where state = 'captured' and changed_at >= ${since}::timestamptz group by state`);
  return [...complete(UNFINISHED, rows, 0), ...complete([...SWEPT_AFTER_END, 'captured'], rows, null)];
}

async function countRefunds(tx: Transaction, now: Date): Promise<Counted<RefundState>[]> {
  const { rows } = await tx.execute<Counted<RefundState>>(sql`
    select state as name, count(*)::integer as count,
        extract(epoch from ${now.toISOString()}::timestamptz - min(changed_at))::float8 as "oldestSeconds"
      from refunds where state in (${listed(OPEN_REFUNDS)}) group by state`);
  return complete(OPEN_REFUNDS, rows, 0);
}

async function countLetters(tx: Transaction, now: Date): Promise<Figures['letters']> {
  const { rows } = await tx.execute<Figures['letters']>(sql`
    select count(*)::integer as waiting,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(created_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::integer from letters where given_up_at is not null) as "givenUp"
    from letters where sent_at is null and given_up_at is null`);
  return rows[0] as Figures['letters'];
}

/** The queue goes by the clock of the database, and has a queue of its own that is none of ours. Done jobs are deleted within the hour, so few rows are read. */
async function countJobs(tx: Transaction): Promise<QueueFigures[]> {
  const { rows } = await tx.execute<QueueFigures>(sql`
    select queue.name as queue,
      count(*) filter (where state < 'active' and start_after <= now())::integer as waiting,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state < 'active' and start_after > now())::integer as later,
      count(*) filter (where state = 'retry')::integer as failing,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8
        as "oldestSeconds"
    from ${sql.raw(JOBS_SCHEMA)}.queue as queue
      left join ${sql.raw(JOBS_SCHEMA)}.job on job.name = queue.name and job.state < 'completed'
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`);
  return rows;
}

async function countDays(tx: Transaction, now: Date): Promise<Figures['days']> {
  const days = Array.from({ length: DAYS_AHEAD }, (_, ahead) => addDays(londonDay(now), ahead + 1));
  const { rules, limits } = await readRules(tx, now);
  const booked = await countPlaces(tx, days);
  return days.map((day) => {
    const isClosed = findClosure(day, rules) !== undefined || weekdayClosure(day, limits) !== undefined;
    return { day, booked: booked.get(day) ?? 0, places: isClosed ? 0 : limitOf(day, limits) };
  });
}
