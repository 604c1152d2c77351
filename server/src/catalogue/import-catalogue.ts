import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { connectWithoutTimeout } from '../database/connect-without-timeout.ts';
import { drizzle, eq, type NodePgDatabase, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { readCachedPicture } from './cached-pictures.ts';
import type { Catalogue, PlacedRow } from './catalogue-file.ts';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import { type Album, lookAtPictures, makePictures, type PictureFacts } from './prepare-pictures.ts';
import { type ProductRow, pictureFiles, products } from './table.ts';

/** Any number that no one else uses: imports go one after the other, pictures and all. */
const CATALOGUE_LOCK = 5_150_313;
const ROWS_AT_ONCE = 200;

type ImportOptions = {
  /** The master of a picture by the name its row gives it. */
  readPicture(file: string): Promise<Buffer>;
  /** Where finished pictures are kept; a temporary folder when not told. */
  cacheDir?: string;
  onProgress?(done: number, total: number): void;
  /** Leaves a shop that has any bouquet as it is. */
  onlyWhenEmpty?: boolean;
};
type ImportResult = { added: number; changed: number; unchanged: number };

type Connection = NodePgDatabase;
type NewProduct = typeof products.$inferInsert;

/**
 * Takes the whole file or, with BadCatalogue, nothing of it. Bouquets are known by their item code and keep their id;
 * those the file does not name stay as they are. The first new row becomes the newest bouquet. Safe to repeat.
 */
export async function importCatalogue(
  { db }: Pick<Deps, 'db'>,
  catalogue: Catalogue,
  options: ImportOptions,
): Promise<ImportResult> {
  const cacheDir = options.cacheDir ?? (await mkdtemp(join(tmpdir(), 'marigold-lane-pictures-')));
  const holder = await connectWithoutTimeout(db.$client.options);
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [CATALOGUE_LOCK]);
    // All on the connection that holds the lock: whoever loses the lock writes nothing.
    return await importHolding(drizzle({ client: holder, casing: 'snake_case' }), catalogue, { ...options, cacheDir });
  } finally {
    await holder.end();
    if (!options.cacheDir) await rm(cacheDir, { recursive: true, force: true });
  }
}

async function importHolding(
  shop: Connection,
  { rows, problems }: Catalogue,
  { readPicture, cacheDir, onProgress = () => {}, onlyWhenEmpty }: ImportOptions & { cacheDir: string },
): Promise<ImportResult> {
  const present = await shop.select().from(products);
  if (onlyWhenEmpty && present.length > 0) return { added: 0, changed: 0, unchanged: present.length };

  const source = { known: picturesOf(present), readPicture };
  const looked = await lookAtPictures(rows, source, cacheDir);
  requireNone([...problems, ...namesTaken(rows, present), ...looked.problems]);
  requireNone(await makePictures(rows, looked, source, cacheDir, onProgress));

  const { added, changed, unchanged } = compare(rows, present, looked.album);
  if (added.length + changed.length > 0) {
    await shop.transaction(async (tx) => {
      await insertPictures(tx, [...added, ...changed], source.known, cacheDir);
      await insertProducts(tx, added.toReversed());
      for (const { id, values } of changed) await tx.update(products).set(values).where(eq(products.id, id));
      await deleteUnusedPictures(tx);
      // The search asks PostgreSQL's statistics which terms are common.
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

/** Shoppers tell bouquets by name: no two that are shown may share one. */
function namesTaken(rows: PlacedRow[], present: ProductRow[]): Problem[] {
  const codes = new Set(rows.map(({ row }) => row.item_code));
  const others = present.filter(({ itemCode, status }) => status !== 'withdrawn' && !codes.has(itemCode));
  const takenBy = new Map(others.map(({ name, itemCode }) => [name.toLowerCase(), itemCode]));
  return rows.flatMap(({ at, place, row }) => {
    const itemCode = row.status === 'withdrawn' ? undefined : takenBy.get(row.name.toLowerCase());
    return itemCode ? [{ at, place, reason: `the name ${row.name} belongs to ${itemCode} already` }] : [];
  });
}

type Change = { id: number; values: NewProduct };

function compare(rows: PlacedRow[], present: ProductRow[], album: Album) {
  const byCode = new Map(present.map((product) => [product.itemCode, product]));
  const added: { values: NewProduct }[] = [];
  const changed: Change[] = [];
  for (const { row } of rows) {
    const product = byCode.get(row.item_code);
    const values = toColumns(row, album, product);
    if (!product) added.push({ values });
    else if (!isDeepStrictEqual(values, columnsOf(product))) changed.push({ id: product.id, values });
  }
  // In the order of ids, as everyone who locks several bouquets takes them.
  changed.sort((left, right) => left.id - right.id);
  return { added, changed, unchanged: rows.length - added.length - changed.length };
}

function toColumns(
  { item_code, price_pence, desc, height_cm, width_cm, pictures, ...same }: PlacedRow['row'],
  album: Album,
  known: ProductRow | undefined,
) {
  return {
    ...same,
    itemCode: item_code,
    pricePence: price_pence,
    summary: desc,
    // A file from before there were measures leaves what is known.
    heightCm: height_cm === undefined ? (known?.heightCm ?? null) : height_cm,
    widthCm: width_cm === undefined ? (known?.widthCm ?? null) : width_cm,
    pictures: pictures.map(({ file, alt }) => {
      const facts = album.get(file);
      if (!facts) throw new Error(`No picture was made of ${file}.`);
      return { ...facts, alt };
    }),
  } satisfies NewProduct;
}

/** What a file can change; the rest belongs to the shop. */
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
