import type { NarrowFacets } from '#contract/finding.ts';
import type { Facet, Facets } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { Busy } from '#server/errors.ts';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, ne, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import { type ChosenTerms, chosenTermsBeside, KINDS, OPTIONS } from '../search/filter-terms.ts';
import { products } from '../table.ts';
import { hasTerms } from './list-conditions.ts';
import { withIndexes } from './list-filtered.ts';
import { readFacets } from './list-lifetime.ts';

/** How many of the newest bouquets are counted before the index is asked. */
const WALKED = 3_000;
/** If so many of them pass, the count says that there are at least these: to count the others would cost more, the larger the shop. */
const ENOUGH = 100;
/** The most bouquets that are counted by the index. */
const MOST_COUNTED = 2_000;

/** Counting takes longer than listing, and there is no end to the combinations: it leaves connections for everybody else. */
const limitOf = preparedFor(() => limitConcurrency({ atOnce: 2, longestWaitMs: 4_000, tooLate: () => new Busy() }));

type Counts = { of(term: string): number; isCapped: boolean };

/** How many bouquets each filter would show beside the chosen ones of the other kinds. */
export async function narrowFacets(deps: Deps, wanted: NarrowFacets): Promise<Facets> {
  const whole = await readFacets(deps);
  const chosen = chosenTermsBeside(wanted);
  if (chosen.length === 0) return whole;

  // Of a kind that is chosen, what the filters of the other kinds let through is counted.
  const besides = chosen.map(({ kind }) => ({ kind, chosen: chosenTermsBeside(wanted, kind) }));
  const [passing, ...others] = await countAll(deps, [chosen, ...besides.map((beside) => beside.chosen)]);
  const narrowed = { ...whole, matching: toCount(passing, 'all') };
  for (const kind of KINDS) {
    const place = besides.findIndex((beside) => beside.kind === kind);
    // Chosen alone, its own options stay as they are in the whole shop.
    if (besides[place]?.chosen.length === 0) continue;
    narrowed[OPTIONS[kind]] = whole[OPTIONS[kind]].map(
      ({ name }): Facet => ({ name, ...toCount(others[place] ?? passing, `${kind}:${name.toLowerCase()}`) }),
    );
  }
  return narrowed;
}

const toCount = (counts: Counts | undefined, term: string) => ({
  count: counts?.of(term) ?? 0,
  ...(counts?.isCapped && { at_least: true as const }),
});

/**
 * For each set of filters how many bouquets that pass it have which terms, and under `all` how many there are. First all sets
 * together among the newest, which is enough in a shop of a usual size and for what is common in a larger one; what is rare, by
 * the index of all terms, which skips from one bouquet that may pass to the next.
 */
function countAll(deps: Deps, sets: ChosenTerms[][]): Promise<Counts[]> {
  return limitOf(deps.db)(
    () =>
      withIndexes(deps.db, async (tx) => {
        const near = await countNewest(tx, sets);
        const isLonger = (await tx.select({ id: products.id }).from(products).offset(WALKED).limit(1)).length > 0;
        const counts: Counts[] = [];
        for (const [place, chosen] of sets.entries()) {
          const of = (term: string) => near.get(term)?.[place] ?? 0;
          const isRare = isLonger && chosen.length > 0 && of('all') < ENOUGH;
          counts.push(isRare ? await countByIndex(tx, chosen) : { of, isCapped: isLonger });
        }
        return counts;
      }),
    { key: currentRequest()?.sender?.key ?? '', atOnce: 1 },
  );
}

const TERMS = sql`array_append(${products.searchTerms} || ${products.filterTerms}, 'all')`;
const IS_COUNTED = sql`term not like 'stem:%'`;

/** The offset of nothing keeps the bouquets together: each would be compared with the filters once for every term it has. */
async function countNewest(tx: Transaction, sets: ChosenTerms[][]): Promise<Map<string, number[]>> {
  const newest = tx.select().from(products).orderBy(desc(products.id)).limit(WALKED).as('products');
  const passes = sets.map((chosen) => and(...chosen.map(hasTerms)) ?? sql`false`);
  const { rows } = await tx.execute<{ term: string; counts: number[] }>(sql`
    select term, array[${join(sets.map((_, place) => sql`count(*) filter (where passes[${place + 1}::int])::int`))}] as counts
    from (
      select ${TERMS} as terms, array[${join(passes.map((one) => sql`(${one})`))}] as passes
      from ${newest} where ${products.status} <> 'withdrawn' offset 0
    ) as walked, unnest(terms) as term
    where true = any(passes) and ${IS_COUNTED} group by 1`);
  return new Map(rows.map(({ term, counts }) => [term, counts]));
}

const join = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

async function countByIndex(tx: Transaction, chosen: ChosenTerms[]): Promise<Counts> {
  const passing = and(ne(products.status, 'withdrawn'), ...chosen.map(hasTerms));
  const { rows } = await tx.execute<{ term: string; count: number }>(sql`
    select term, count(*)::int as count
    from (select ${TERMS} as terms from ${products} where ${passing} limit ${MOST_COUNTED + 1}) as passing, unnest(terms) as term
    where ${IS_COUNTED} group by 1`);
  const counts = new Map(rows.map(({ term, count }) => [term, count]));
  return {
    of: (term) => Math.min(counts.get(term) ?? 0, MOST_COUNTED),
    isCapped: (counts.get('all') ?? 0) > MOST_COUNTED,
  };
}
