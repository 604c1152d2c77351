import type { Span } from '#contract/takings-period.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { type SQL, sql } from '#server/platform/database/drizzle.ts';
import { withinDays } from '#server/platform/database/within-days.ts';

/** How many are read at a time: a file is sent as it is read, whatever its length. */
const PAGE = 500;

/** An order that was paid for, as the books have it. Pence. */
export type Sale = {
  order: number;
  on: string;
  buyer: string | null;
  invoice: string;
  capture: string;
  fee: number | null;
  /** The shop's, when the order was placed. */
  vatNumber: string | null;
  sums: { kind: string; label: string; pence: number }[];
};

/** Money of an order that went back. `number` counts the refunds of that order. */
export type Credit = {
  order: number;
  number: number;
  on: string;
  buyer: string | null;
  invoice: string;
  refund: string;
  reason: string;
  pence: number;
  /** What was left of the order's money afterwards. */
  leftPence: number;
  feeBack: number | null;
  vatNumber: string | null;
};

type Place = { at: string; id: string };

/** What was paid in these days, the earliest first. */
export const listSales = (db: Database, span: Span): AsyncGenerator<Sale> =>
  inPages<Sale>((place) =>
    readPage(
      db,
      sql`select payments.changed_at::text as at, payments.id, payments.order_id as "order",
          london_day(payments.changed_at)::text as "on", orders.buyer, payments.invoice, payments.capture_id as capture,
          payments.fee_pence as fee, orders.vat_number as "vatNumber",
          (select coalesce(json_agg(json_build_object('kind', kind, 'label', label, 'pence', pence)
              order by kind = 'discount', kind), '[]')
            from order_sums where order_id = payments.order_id) as sums
        from payments left join orders on orders.id = payments.order_id
        where payments.state = 'captured' and ${isWithin(sql`payments.changed_at`, sql`payments.id`, span, place)}
        order by payments.changed_at, payments.id limit ${PAGE}`,
    ),
  );

/** What went back in these days, the earliest first. */
export const listCredits = (db: Database, span: Span): AsyncGenerator<Credit> =>
  inPages<Credit>((place) =>
    readPage(
      db,
      sql`select refunds.changed_at::text as at, refunds.id, payments.order_id as "order",
          until.number, payments.amount_pence - until.pence as "leftPence",
          london_day(refunds.changed_at)::text as "on", orders.buyer, payments.invoice,
          refunds.provider_refund_id as refund, refunds.reason, refunds.amount_pence as pence, refunds.fee_back_pence as "feeBack",
          orders.vat_number as "vatNumber"
        from refunds join payments on payments.id = refunds.payment_id and payments.state = 'captured'
        left join orders on orders.id = payments.order_id
        cross join lateral (select count(*)::int as number, sum(earlier.amount_pence)::int as pence from refunds as earlier
          where earlier.payment_id = payments.id and earlier.state = 'done'
            and (earlier.changed_at, earlier.id) <= (refunds.changed_at, refunds.id)) as until
        where refunds.state = 'done' and ${isWithin(sql`refunds.changed_at`, sql`refunds.id`, span, place)}
        order by refunds.changed_at, refunds.id limit ${PAGE}`,
    ),
  );

/** A page begins after the last entry of the one before. */
const isWithin = (moment: SQL, id: SQL, { from, to }: Span, place: Place | undefined): SQL => sql`
  ${withinDays(moment, from, to)}
  ${place ? sql`and (${moment}, ${id}) > (${place.at}::timestamptz, ${place.id}::uuid)` : sql``}`;

const readPage = async <T extends object>(db: Database, statement: SQL): Promise<(T & Place)[]> =>
  (await db.execute(statement)).rows as (T & Place)[];

async function* inPages<T extends object>(
  read: (place: Place | undefined) => Promise<(T & Place)[]>,
): AsyncGenerator<T> {
  for (let place: Place | undefined; ; ) {
    const page = await read(place);
    for (const entry of page) yield entry as T;
    place = page.at(-1);
    if (page.length < PAGE || !place) return;
  }
}
