import type { Facet, Facets, NarrowFacets } from '#contract/products.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Transaction } from '../database/connect.ts';
import { and, ne, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { Busy } from '../errors.ts';
import { type ChosenTerms, chosenTermsBeside, KINDS, OPTIONS } from './filter-terms.ts';
import { hasTerms } from './list-conditions.ts';
import { withIndexes } from './list-filtered.ts';
import { readFacets } from './list-lifetime.ts';
import { products } from './table.ts';

/** The most bouquets that are counted for one kind of filter. */
const MOST_COUNTED = 2_000;

/** Counting takes longer than listing, and there is no end to the combinations: it leaves connections for everybody else. */
const limitOf = preparedFor(() => limitConcurrency({ atOnce: 2, longestWaitMs: 4_000, tooLate: () => new Busy() }));

type Counts = { of(term: string): number; isCapped: boolean };

/** How many bouquets each filter would show beside the chosen ones of the other kinds. */
export async function narrowFacets(deps: Deps, wanted: NarrowFacets): Promise<Facets> {
  const whole = await readFacets(deps);
  const chosen = chosenTermsBeside(wanted);
  if (chosen.length === 0) return whole;

  const narrowed = { ...whole };
  await limitOf(deps.db)(() =>
    withIndexes(deps.db, async (tx) => {
      const passing = await countTerms(tx, chosen);
      narrowed.matching = toCount(passing, 'all');
      for (const kind of KINDS) {
        const beside = chosenTermsBeside(wanted, kind);
        // Chosen alone, its own options stay as they are in the whole shop.
        if (beside.length === 0) continue;
        const counts = chosen.some((one) => one.kind === kind) ? await countTerms(tx, beside) : passing;
        narrowed[OPTIONS[kind]] = whole[OPTIONS[kind]].map(
          ({ name }): Facet => ({ name, ...toCount(counts, `${kind}:${name.toLowerCase()}`) }),
        );
      }
    }),
  );
  return narrowed;
}

const toCount = (counts: Counts, term: string) => ({
  count: Math.min(counts.of(term), MOST_COUNTED),
  ...(counts.isCapped && { at_least: true as const }),
});

/** How many bouquets with one of each kind have which terms, and under `all` how many there are. */
async function countTerms(tx: Transaction, chosen: ChosenTerms[]): Promise<Counts> {
  const passing = and(ne(products.status, 'withdrawn'), ...chosen.map(hasTerms));
  const { rows } = await tx.execute<{ term: string; count: number }>(sql`
    select term, count(*)::int as count
    from (select array_append(${products.searchTerms} || ${products.filterTerms}, 'all') as terms from ${products} where ${passing} limit ${MOST_COUNTED + 1}) as passing,
      unnest(terms) as term
    where term not like 'stem:%' group by 1`);
  const counts = new Map(rows.map(({ term, count }) => [term, count]));
  return { of: (term) => counts.get(term) ?? 0, isCapped: (counts.get('all') ?? 0) > MOST_COUNTED };
}
