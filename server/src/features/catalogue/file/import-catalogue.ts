import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueChange } from '#contract/desk-catalogue-file.ts';
import type { Deps } from '#server/deps.ts';
import { drizzle, eq, type NodePgDatabase, sql } from '#server/platform/database/drizzle.ts';
import { connectWithoutTimeout } from '#server/platform/database/pool/connect-without-timeout.ts';
import { listStoredProducts, type StoredProduct } from '../lists/list-stored-products.ts';
import { readCachedPicture } from '../pictures/cached-pictures.ts';
import type { MadePicture } from '../pictures/made-picture.ts';
import { checkPictures, makePictures, type PictureFacts, type ShownPictures } from '../pictures/prepare-pictures.ts';
import { lacksRecipe } from '../recipes/require-recipe.ts';
import { extras, type ProductRow, pictureFiles, productPhotos, productSizes, products } from '../table.ts';
import type { Catalogue, LocatedRow } from './catalogue-file.ts';
import { CATALOGUE_LOCK } from './catalogue-lock.ts';
import { BadCatalogue, type Problem } from './catalogue-problems.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import { compareExtras, compareProducts, type WantedProduct } from './compare-catalogue.ts';
import { describeChanges } from './describe-changes.ts';
import type { LocatedExtra } from './extras-file.ts';

const ROWS_AT_ONCE = 200;

type ImportOptions = {
  /** Reads the original of a picture by its name in the row. */
  readPicture(file: string): Promise<Buffer>;
  /** The cache of finished pictures; by default a temporary folder. */
  cacheDir?: string;
  /** A folder of pictures that come ready made; a row names them `picture:<id>`. */
  madeDir?: string;
  /** Those pictures are not stored: the caller does it later. */
  withoutMade?: boolean;
  onProgress?(done: number, total: number): void;
  /** Does nothing if the shop has any bouquet. */
  onlyWhenEmpty?: boolean;
  /**
   * Decides when it is known what would change: false changes nothing. The key is another when other things would change.
   */
  decide?(changes: CatalogueChange[], key: string): boolean;
  /** Runs in the transaction that imports. */
  onImport?(tx: Connection): Promise<void>;
};
type ImportResult = { added: number; changed: number; unchanged: number };
/** What a file holds; the file of extras is another, but both can be imported together. */
type Wanted = Omit<Catalogue, 'unknown'> & { extras?: LocatedExtra[] };

type Connection = NodePgDatabase;
type Shown = { id: string; share?: true | undefined };

/**
 * Imports the whole file or, with BadCatalogue, nothing of it. Bouquets are identified by their item code and keep
 * their id, extras by their code; those that are not in the file stay as they are. The first new row becomes the newest
 * bouquet. Safe to repeat.
 */
export async function importCatalogue(
  { db }: Pick<Deps, 'db'>,
  catalogue: Wanted,
  options: ImportOptions,
): Promise<ImportResult> {
  const cacheDir = options.cacheDir ?? (await mkdtemp(join(tmpdir(), 'marigold-lane-pictures-')));
  const client = await connectWithoutTimeout({
    connectionString: db.$client.directUrl,
    application_name: 'marigold-lane import',
  });
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
  { rows, extras: extraRows = [], problems }: Wanted,
  {
    readPicture,
    cacheDir,
    madeDir,
    withoutMade,
    onProgress = () => {},
    onlyWhenEmpty,
    decide,
    onImport,
  }: ImportOptions & { cacheDir: string },
): Promise<ImportResult> {
  const present = await listStoredProducts(shop);
  if (onlyWhenEmpty && present.length > 0) return { added: 0, changed: 0, unchanged: present.length };
  const presentSizes = await shop.select().from(productSizes);
  const presentExtras = await shop.select().from(extras);

  const source = { known: picturesOf([...present, ...presentSizes, ...presentExtras]), readPicture, madeDir };
  const shown = [...rows.map(toShown), ...extraRows.map(({ extra, ...row }) => ({ ...row, files: filesOf(extra) }))];
  const checked = await checkPictures(shown, source, cacheDir);
  requireNone([
    ...problems,
    ...findTakenNames(rows, present),
    ...findMissingRecipes(rows, present),
    ...checked.problems,
  ]);
  requireNone(await makePictures(shown, checked, source, cacheDir, onProgress));

  const bouquets = compareProducts(rows, present, presentSizes, checked.pictures);
  const others = compareExtras(extraRows, presentExtras, checked.pictures);
  const result = {
    added: bouquets.added.length + others.added.length,
    changed: bouquets.changed.length + others.changed.length,
    unchanged: bouquets.unchanged + others.unchanged,
  };
  if (decide) {
    const { changes, key } = describeChanges(bouquets, present, presentSizes);
    if (!decide(changes, key)) return result;
  }
  if (result.added + result.changed === 0) return result;
  await shop.transaction(async (tx) => {
    const written = [...bouquets.added, ...bouquets.changed].flatMap(picturesShown);
    const beside = [...others.added, ...others.changed].flatMap(({ pictures = [] }) => pictures);
    const stored = [...written, ...beside].filter(({ id }) => !withoutMade || !checked.madeIds.has(id));
    await insertPictures(tx, stored, source.known, [cacheDir, ...(madeDir ? [madeDir] : [])]);
    await insertProducts(tx, bouquets.added.toReversed());
    for (const { id, values, sizes } of bouquets.changed) {
      await tx.update(products).set(values).where(eq(products.id, id));
      await storeSizes(tx, id, sizes);
    }
    for (const values of [...others.added, ...others.changed]) {
      await tx.insert(extras).values(values).onConflictDoUpdate({ target: extras.code, set: values });
    }
    await deleteUnusedPictures(tx);
    await onImport?.(tx);
    // The search reads from PostgreSQL's statistics which terms are common.
    await tx.execute(sql`analyze products`);
  });
  return result;
}

function requireNone(problems: Problem[]): void {
  if (problems.length > 0) throw new BadCatalogue(problems);
}

const filesOf = ({ pictures }: { pictures: { file: string }[] }) => pictures.map(({ file }) => file);

const toShown = ({ row, position, location }: LocatedRow): ShownPictures => ({
  position,
  location,
  files: [row, ...sizesOf(row)].flatMap(filesOf),
});

const sizesOf = ({ sizes: { standard, large, grand } = {} }: CatalogueRow) =>
  [standard, large, grand].filter((size) => size !== undefined);

const picturesShown = ({ values, sizes }: WantedProduct): Shown[] => [
  ...values.pictures,
  ...(values.standardPictures ?? []),
  ...sizes.flatMap(({ pictures = [] }) => pictures),
];

type Pictured = Pick<ProductRow, 'pictures'> & Partial<Pick<ProductRow, 'standardPictures'>>;

function picturesOf(present: Pictured[]): Map<string, PictureFacts> {
  const all = present.flatMap(({ pictures, standardPictures = [] }) => [...pictures, ...standardPictures]);
  return new Map(all.map(({ alt, ...facts }) => [facts.id, facts]));
}

/** Customers tell bouquets apart by name: no two on sale may share one. */
function findTakenNames(rows: LocatedRow[], present: StoredProduct[]): Problem[] {
  const codes = new Set(rows.map(({ row }) => row.item_code));
  const others = present.filter(({ itemCode, status }) => status !== 'withdrawn' && !codes.has(itemCode));
  const takenBy = new Map(others.map(({ name, itemCode }) => [name.toLowerCase(), itemCode]));
  return rows.flatMap(({ position, location, row }) => {
    const itemCode = row.status === 'withdrawn' ? undefined : takenBy.get(row.name.toLowerCase());
    return itemCode ? [{ position, location, reason: `the name ${row.name} belongs to ${itemCode} already` }] : [];
  });
}

/** The rule of the editor: what the shop sells without a recipe already may stay. */
function findMissingRecipes(rows: LocatedRow[], present: StoredProduct[]): Problem[] {
  const known = new Map(present.map((product) => [product.itemCode, product]));
  const reason = 'stems is missing: write its recipe, or withdrawn as its status until there is one';
  return rows
    .filter(({ row }) => lacksRecipe(row, known.get(row.item_code)))
    .map(({ position, location }) => ({ position, location, reason }));
}

async function insertPictures(
  tx: Connection,
  shown: Shown[],
  known: Map<string, PictureFacts>,
  folders: string[],
): Promise<void> {
  const fresh = shown.filter(({ id, share }) => !known.has(id) || share !== known.get(id)?.share);
  for (const id of new Set(fresh.map(({ id }) => id))) {
    // One at a time from the disk: together they may not fit in memory.
    const made = await readMade(folders, id);
    const files = made.files.map((file) => ({ picture: id, ...file }));
    await tx.insert(pictureFiles).values(files).onConflictDoNothing();
  }
}

async function readMade(folders: string[], id: string): Promise<MadePicture> {
  for (const folder of folders) {
    const made = await readCachedPicture(folder, id);
    if (made) return made;
  }
  throw new Error(`Picture ${id} has gone from ${folders.join(' and ')}.`);
}

async function insertProducts(tx: Connection, oldestFirst: WantedProduct[]): Promise<void> {
  for (let from = 0; from < oldestFirst.length; from += ROWS_AT_ONCE) {
    const batch = oldestFirst.slice(from, from + ROWS_AT_ONCE);
    const inserted = await tx
      .insert(products)
      .values(batch.map(({ values }) => values))
      .returning({ id: products.id, itemCode: products.itemCode });
    const ids = new Map(inserted.map(({ id, itemCode }) => [itemCode, id]));
    const sizes = batch.flatMap(({ values, sizes }) =>
      sizes.map((size) => ({ ...size, productId: ids.get(values.itemCode) as number })),
    );
    if (sizes.length > 0) await tx.insert(productSizes).values(sizes);
  }
}

async function storeSizes(tx: Connection, productId: number, sizes: WantedProduct['sizes']): Promise<void> {
  for (const size of sizes) {
    const target = [productSizes.productId, productSizes.size];
    await tx
      .insert(productSizes)
      .values({ ...size, productId })
      .onConflictDoUpdate({ target, set: size });
  }
}

async function deleteUnusedPictures(tx: Connection): Promise<void> {
  await tx.execute(sql`
    delete from ${pictureFiles} where not exists (
      select from (
        select ${products.pictures} || ${products.standardPictures} as pictures from ${products}
        union all select ${productSizes.pictures} from ${productSizes}
        union all select ${extras.pictures} from ${extras}
        union all select jsonb_build_array(${productPhotos.picture}) from ${productPhotos} where ${productPhotos.picture} is not null
      ) as pages, jsonb_array_elements(pages.pictures) as shown
      where shown ->> 'id' = ${pictureFiles.picture}
    )`);
}
