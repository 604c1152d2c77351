import { isDeepStrictEqual } from 'node:util';
import type { AddBouquet, Bouquet, ListedBouquet, SaveBouquet, SetOnSale, SetPrice } from '#contract/desk-catalogue.ts';
import type { Deps } from '#server/deps.ts';
import { Outdated } from '#server/errors.ts';
import { findBouquet, lockBouquet } from '#server/features/catalogue/find-bouquet.ts';
import { findListed } from '#server/features/catalogue/lists/list-bouquets.ts';
import { addBouquet, saveBouquet } from '#server/features/catalogue/save-bouquet.ts';
import { setOnSale } from '#server/features/catalogue/set-on-sale.ts';
import { setPrice } from '#server/features/catalogue/set-price.ts';
import { toBouquet } from '#server/features/catalogue/to-bouquet.ts';
import { lockRules } from '#server/features/delivery/lock-rules.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { deskLog } from '#server/features/staff/table.ts';
import { type DeskAction, writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq, inArray } from '#server/platform/database/drizzle.ts';

type CatalogueDeps = Pick<Deps, 'clock' | 'db' | 'responseCache'>;

// What others see is announced by the database; the pages of this process are cleared at once, because whoever pressed looks at
// the shop next.

/** Gives a bouquet another price, and writes down who did. */
export const setPriceAtDesk = (deps: CatalogueDeps, by: DoneBy, id: number, wanted: SetPrice): Promise<ListedBouquet> =>
  change(deps, async (tx, at) => {
    const { before, after } = await setPrice(tx, id, wanted);
    const details = { before: { price_pence: before }, after: { price_pence: after } };
    if (before !== after) await writeDeskLog(tx, { at, ...by }, 'set price', id, details);
    return findListed(tx, id);
  });

export const setOnSaleAtDesk = (
  deps: CatalogueDeps,
  by: DoneBy,
  id: number,
  wanted: SetOnSale,
): Promise<ListedBouquet> =>
  change(deps, async (tx, at) => {
    const { before, after } = await setOnSale(tx, id, wanted);
    const details = { before: { status: before }, after: { status: after } };
    if (before !== after) await writeDeskLog(tx, { at, ...by }, 'set sold out', id, details);
    return findListed(tx, id);
  });

/** Saves a bouquet whole, unless somebody else has changed it since the page began: then it is Outdated. */
export const saveAtDesk = (deps: CatalogueDeps, by: DoneBy, id: number, wanted: SaveBouquet): Promise<Bouquet> =>
  change(deps, async (tx, at) => {
    await waitForOrders(tx, id, wanted);
    const stored = await lockBouquet(tx, id);
    const before = toBouquet(stored);
    if (before.version !== wanted.version) throw await toOutdated(tx, before);
    await saveBouquet(tx, stored, wanted);
    const after = await findBouquet(tx, id);
    const details = listDifferences(before, after);
    if (before.version !== after.version) await writeDeskLog(tx, { at, ...by }, 'change bouquet', id, details);
    return withLastChange(tx, after);
  });

/**
 * The days of a bouquet and its most per day are rules of delivery too: orders that are being placed by the old ones are waited for,
 * and the next read the new. Before the bouquet is locked, since those orders lock it as well.
 */
async function waitForOrders(tx: Transaction, id: number, wanted: SaveBouquet): Promise<void> {
  const before = await findBouquet(tx, id);
  const isOther = (['available_from', 'available_until', 'most_per_day'] as const).some(
    (limit) => before[limit] !== wanted[limit],
  );
  if (isOther) await lockRules(tx);
}

export const addAtDesk = (deps: CatalogueDeps, by: DoneBy, wanted: AddBouquet): Promise<Bouquet> =>
  change(deps, async (tx, at) => {
    const id = await addBouquet(tx, wanted);
    const after = await findBouquet(tx, id);
    const details = { after: { item_code: after.item_code, name: after.name, price: after.price } };
    await writeDeskLog(tx, { at, ...by }, 'add bouquet', id, details);
    return withLastChange(tx, after);
  });

export const findAtDesk = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<Bouquet> =>
  withLastChange(db, await findBouquet(db, id));

async function change<T>(
  { clock, db, responseCache }: CatalogueDeps,
  act: (tx: Transaction, at: Date) => Promise<T>,
): Promise<T> {
  const result = await db.transaction((tx) => act(tx, clock.now()));
  responseCache.clear();
  return result;
}

async function toOutdated(tx: Transaction, before: Omit<Bouquet, 'changed'>): Promise<Outdated> {
  const current = await withLastChange(tx, before);
  return new Outdated(
    `${current.changed?.by ?? 'Somebody else'} has changed ${current.name} meanwhile. Nothing of yours is lost.`,
    current,
  );
}

const CHANGES: DeskAction[] = ['set price', 'set sold out', 'add bouquet', 'change bouquet'];

async function withLastChange(db: Database | Transaction, bouquet: Omit<Bouquet, 'changed'>): Promise<Bouquet> {
  const [last] = await db
    .select({ by: deskLog.who, at: deskLog.at })
    .from(deskLog)
    .where(and(inArray(deskLog.action, CHANGES), eq(deskLog.subjectId, bouquet.id)))
    .orderBy(desc(deskLog.id))
    .limit(1);
  return { ...bouquet, changed: last ? { by: last.by, at: last.at.toISOString() } : null };
}

/** The fields that differ, as they were and as they are. */
function listDifferences(before: Omit<Bouquet, 'changed'>, after: Omit<Bouquet, 'changed'>) {
  const { id, version, colours, sold, ...fields } = before;
  // `Object.keys` is typed as string[], whatever the object.
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  const pick = (of: Omit<Bouquet, 'changed'>) => Object.fromEntries(changed.map((field) => [field, of[field]]));
  return { before: pick(before), after: pick(after) };
}
