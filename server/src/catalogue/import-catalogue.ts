import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { connectWithoutTimeout } from '../database/connect-without-timeout.ts';
import { drizzle, eq, type NodePgDatabase, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { readCachedPicture } from './cached-pictures.ts';
import type { Catalogue, LocatedRow } from './catalogue-file.ts';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import { checkPictures, makePictures, type PictureFacts, type PicturesByName } from './prepare-pictures.ts';
import { type ProductRow, pictureFiles, products } from './table.ts';

/** The id of an advisory lock, any number that nothing else uses: imports run one after the other. */
const CATALOGUE_LOCK = 5_150_313;
const ROWS_AT_ONCE = 200;

type ImportOptions = {
  /** Reads the original of a picture by its name in the row. */
  readPicture(file: string): Promise<Buffer>;
  /** The cache of finished pictures; by default a temporary folder. */
  cacheDir?: string;
  onProgress?(done: number, total: number): void;
  /** Does nothing if the shop has any bouquet. */
  onlyWhenEmpty?: boolean;
};
type ImportResult = { added: number; changed: number; unchanged: number };

type Connection = NodePgDatabase;
type NewProduct = typeof products.$inferInsert;

/**
 * Imports the whole file or, with BadCatalogue, nothing of it. Bouquets are identified by their item code and keep
 * their id; those that are not in the file stay as they are. The first new row becomes the newest bouquet. Safe to
 * repeat.
 */
export async function importCatalogue(
  { db }: Pick<Deps, 'db'>,
  catalogue: Catalogue,
  options: ImportOptions,
): Promise<ImportResult> {
  const cacheDir = options.cacheDir ?? (await mkdtemp(join(tmpdir(), 'marigold-lane-pictures-')));
  const client = await connectWithoutTimeout(db.$client.options);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [CATALOGUE_LOCK]);
    // Everything runs on the connection that holds the lock: if the lock is lost, nothing can be written.
    return await importLocked(drizzle({ client, casing: 'snake_case' }), catalogue, { ...options, cacheDir });
  } finally {
    await client.end();
    if (!options.cacheDir) await rm(cacheDir, { recursive: true, force: true });
  }
}

async function importLocked(
  shop: Connection,
  { rows, problems }: Catalogue,
  { readPicture, cacheDir, onProgress = () => {}, onlyWhenEmpty }: ImportOptions & { cacheDir: string },
): Promise<ImportResult> {
  const present = await shop.select().from(products);
  if (onlyWhenEmpty && present.length > 0) return { added: 0, changed: 0, unchanged: present.length };

  const source = { known: picturesOf(present), readPicture };
  const checked = await checkPictures(rows, source, cacheDir);
  requireNone([...problems, ...findTakenNames(rows, present), ...checked.problems]);
  requireNone(await makePictures(rows, checked, source, cacheDir, onProgress));

  const { added, changed, unchanged } = compare(rows, present, checked.pictures);
  if (added.length + changed.length > 0) {
    await shop.transaction(async (tx) => {
      await insertPictures(tx, [...added, ...changed], source.known, cacheDir);
      await insertProducts(tx, added.toReversed());
      for (const { id, values } of changed) await tx.update(products).set(values).where(eq(products.id, id));
      await deleteUnusedPictures(tx);
      // The search reads from PostgreSQL's statistics which terms are common.
      await tx.execute(sql`analyze products`);
    });
  }
  return { added: added.length, changed: changed.length, unchanged };
}

function requireNone(problems: Problem[]): void {
  if (problems.length > 0) throw new BadCatalogue(problems);
}

function picturesOf(present: ProductRow[]): Map<string, PictureFacts> {
  return new Map(present.flatMap(({ pictures }) => pictures.map(({ alt, ...facts }) => [facts.id, facts])));
}

/** Customers tell bouquets apart by name: no two on sale may share one. */
function findTakenNames(rows: LocatedRow[], present: ProductRow[]): Problem[] {
  const codes = new Set(rows.map(({ row }) => row.item_code));
  const others = present.filter(({ itemCode, status }) => status !== 'withdrawn' && !codes.has(itemCode));
  const takenBy = new Map(others.map(({ name, itemCode }) => [name.toLowerCase(), itemCode]));
  return rows.flatMap(({ position, location, row }) => {
    const itemCode = row.status === 'withdrawn' ? undefined : takenBy.get(row.name.toLowerCase());
    return itemCode ? [{ position, location, reason: `the name ${row.name} belongs to ${itemCode} already` }] : [];
  });
}

type Change = { id: number; values: NewProduct };

function compare(rows: LocatedRow[], present: ProductRow[], pictures: PicturesByName) {
  const byCode = new Map(present.map((product) => [product.itemCode, product]));
  const added: { values: NewProduct }[] = [];
  const changed: Change[] = [];
  for (const { row } of rows) {
    const product = byCode.get(row.item_code);
    const values = toColumns(row, pictures, product);
    if (!product) added.push({ values });
    else if (!isDeepStrictEqual(values, columnsOf(product))) changed.push({ id: product.id, values });
  }
  // Locked in the order of ids, as everywhere, so that there is no deadlock.
  changed.sort((left, right) => left.id - right.id);
  return { added, changed, unchanged: rows.length - added.length - changed.length };
}

function toColumns(
  { item_code, price_pence, desc, height_cm, width_cm, pictures: shown, ...same }: LocatedRow['row'],
  pictures: PicturesByName,
  known: ProductRow | undefined,
) {
  return {
    ...same,
    itemCode: item_code,
    pricePence: price_pence,
    summary: desc,
    // A file without measures leaves what is stored.
    heightCm: height_cm === undefined ? (known?.heightCm ?? null) : height_cm,
    widthCm: width_cm === undefined ? (known?.widthCm ?? null) : width_cm,
    pictures: shown.map(({ file, alt }) => {
      const facts = pictures.get(file);
      if (!facts) throw new Error(`No picture was made of ${file}.`);
      return { ...facts, alt };
    }),
  } satisfies NewProduct;
}

/** The columns that a file can change. */
function columnsOf({ id, sold, ratingSum, reviewCount, nameGrams, searchTerms, ...columns }: ProductRow) {
  return columns;
}

async function insertPictures(
  tx: Connection,
  entries: { values: NewProduct }[],
  known: Map<string, PictureFacts>,
  cacheDir: string,
): Promise<void> {
  const shown = entries.flatMap(({ values }) => values.pictures);
  const fresh = shown.filter(({ id, share }) => !known.has(id) || share !== known.get(id)?.share);
  for (const id of new Set(fresh.map(({ id }) => id))) {
    // One at a time from the disk: together they may not fit in memory.
    const made = await readCachedPicture(cacheDir, id);
    if (!made) throw new Error(`Picture ${id} has gone from ${cacheDir}.`);
    const files = made.files.map((file) => ({ picture: id, ...file }));
    await tx.insert(pictureFiles).values(files).onConflictDoNothing();
  }
}

async function insertProducts(tx: Connection, oldestFirst: { values: NewProduct }[]): Promise<void> {
  for (let from = 0; from < oldestFirst.length; from += ROWS_AT_ONCE) {
    const batch = oldestFirst.slice(from, from + ROWS_AT_ONCE);
    await tx.insert(products).values(batch.map(({ values }) => values));
  }
}

async function deleteUnusedPictures(tx: Connection): Promise<void> {
  await tx.execute(sql`
    delete from ${pictureFiles} where not exists (
      select from ${products}, jsonb_array_elements(${products.pictures}) as shown
      where shown ->> 'id' = ${pictureFiles.picture}
    )`);
}
