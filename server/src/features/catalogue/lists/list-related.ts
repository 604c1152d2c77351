import type { Product } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, ne, or, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { products } from '../table.ts';
import { toProduct } from '../to-product.ts';
import { hasTerms, LISTED } from './list-conditions.ts';
import { withIndexes } from './list-filtered.ts';

const HOW_MANY = 4;
/**
 * Only so many of the newest are ranked, so that a large catalogue costs no more than a small one: those with a flower and a colour
 * in common, which are most alike, and those with anything in common.
 */
const ALIKE = 120;
const ANY = 120;
/** How far back the newest are looked for. */
const WALKED = 2_000;

/** What counts how much, of something that two bouquets have in common. */
const WEIGHTS = { flower: 4, colour: 3, occasion: 2, category: 1, price: 2 };
const KINDS_SHARED = ['flower', 'colour', 'occasion', 'category'] as const;
type Shared = (typeof KINDS_SHARED)[number];

type Candidate = { pricePence: number; terms: string[] };

const TERMS = sql<string[]>`${products.searchTerms} || ${products.filterTerms}`;

/** Bouquets to look at next: those most alike in flowers, colours, occasions, category and price. None that is sold out. */
export async function listRelated({ db }: Deps, id: number): Promise<Product[]> {
  const [seen] = await db
    .select({ pricePence: products.pricePence, terms: TERMS })
    .from(products)
    .where(and(eq(products.id, id), ne(products.status, 'withdrawn')));
  if (!seen) throw new NotFound('No such bouquet.');

  const shares = (kind: Shared) => hasTerms({ kind, terms: listTerms(seen, kind) });
  const offered = and(eq(products.status, 'on_sale'), ne(products.id, id));
  const isAlike = and(offered, ...(['flower', 'colour'] as const).map(shares));
  const [alike, any] = await Promise.all([
    listNewest(db, newest(db), ALIKE, isAlike),
    listNewest(db, newest(db), ANY, and(offered, or(...KINDS_SHARED.map(shares)))),
  ]);
  // So rare that the newest have none: the index knows the few that there are.
  const rare = alike.length < HOW_MANY ? await withIndexes(db, (tx) => listNewest(tx, all(tx, isAlike), ALIKE)) : [];
  const candidates = new Map([...alike, ...any, ...rare].map((row) => [row.id, row]));
  const ranked = [...candidates.values()].map((row) => ({ row, likeness: likenessOf(seen, row) }));
  return ranked
    .toSorted((left, right) => right.likeness - left.likeness || right.row.id - left.row.id)
    .slice(0, HOW_MANY)
    .map(({ row }) => toProduct(row));
}

/** Named as the table is, so that its columns are those of the table. */
const NAME = 'products';
const COLUMNS = { ...LISTED, searchTerms: products.searchTerms, filterTerms: products.filterTerms };

const newest = (db: Database) => db.select(COLUMNS).from(products).orderBy(desc(products.id)).limit(WALKED).as(NAME);

/** The offset of nothing keeps the order out: an index for it would be walked to its end. */
const all = (tx: Transaction, fits: SQL | undefined) =>
  tx.select(COLUMNS).from(products).where(fits).offset(sql.placeholder('nothing')).as(NAME);

const listNewest = (db: Database | Transaction, some: ReturnType<typeof newest>, most: number, fits?: SQL) =>
  db
    .select({ ...LISTED, terms: TERMS })
    .from(some)
    .where(fits)
    .orderBy(desc(products.id))
    .limit(most)
    .prepare('')
    .execute({ nothing: 0 });

const listTerms = ({ terms }: Candidate, kind: Shared): string[] => terms.filter((term) => term.startsWith(`${kind}:`));

/** How much two bouquets have in common. Each kind counts by its share: many flowers in common weigh more than one of many. */
export function likenessOf(one: Candidate, other: Candidate): number {
  const sharedOf = (kind: Shared) => {
    const [left, right] = [listTerms(one, kind), listTerms(other, kind)];
    const all = new Set([...left, ...right]).size;
    return all === 0 ? 0 : left.filter((term) => right.includes(term)).length / all;
  };
  const nearness = Math.min(one.pricePence, other.pricePence) / Math.max(one.pricePence, other.pricePence);
  return (
    WEIGHTS.flower * sharedOf('flower') +
    WEIGHTS.colour * sharedOf('colour') +
    WEIGHTS.occasion * sharedOf('occasion') +
    WEIGHTS.category * sharedOf('category') +
    WEIGHTS.price * nearness
  );
}
