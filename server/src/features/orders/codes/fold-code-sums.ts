import type { Deps } from '#server/deps.ts';
import { sql } from '#server/platform/database/drizzle.ts';

/** By then the transaction in which an order was paid for has ended: nothing is added before this moment any more. */
const SETTLED_MS = 60 * 60_000;

/** Adds what was paid for since the last time to the sums of each code. A code with nothing new is left alone. */
export async function foldCodeSums({ clock, db }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  const until = new Date(clock.now().getTime() - SETTLED_MS).toISOString();
  const { rows } = await db.execute<{ id: number }>(sql`
    select promo_codes.id from promo_codes left join code_sums on code_sums.promo_code_id = promo_codes.id
    where exists (select from orders where orders.promo_code_id = promo_codes.id and stage <> 'cancelled'
      and coalesce(completed_at, 'infinity') > coalesce(code_sums.until, '-infinity')
      and coalesce(completed_at, 'infinity') <= ${until}::timestamptz)`);
  for (const { id } of rows) {
    await db.transaction(async (tx) => {
      // What is cancelled meanwhile waits, and is then taken off.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('code_sums'), ${id}::integer)`);
      await tx.execute(sql`
        insert into code_sums as kept (promo_code_id, until, uses, given_pence, brought_pence)
        select ${id}::integer, ${until}::timestamptz, count(distinct orders.id),
          - coalesce(sum(pence) filter (where kind = 'discount'), 0), coalesce(sum(pence), 0)
        from orders left join order_sums on order_sums.order_id = orders.id
        where promo_code_id = ${id} and stage <> 'cancelled'
          and coalesce(completed_at, 'infinity') > coalesce((select until from code_sums where promo_code_id = ${id}), '-infinity')
          and coalesce(completed_at, 'infinity') <= ${until}::timestamptz
        on conflict (promo_code_id) do update set until = excluded.until, uses = kept.uses + excluded.uses,
          given_pence = kept.given_pence + excluded.given_pence, brought_pence = kept.brought_pence + excluded.brought_pence`);
    });
  }
}
