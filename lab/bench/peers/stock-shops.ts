import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../../rig/children.ts';
import { stockLargeCatalogue } from '../large-catalogue.ts';
import { type Bouquet, listBouquets, type Size } from './bouquets.ts';
import { CACHE } from './cache-and-ports.ts';
import type { MedusaStock } from './medusa-stock.ts';
import { startOurs } from './ours.ts';
import type { Postgres } from './postgres.ts';
import { runPeer, vendure } from './start-peer.ts';

const PATIENCE_MS = 20 * 60_000;
const DEMONSTRATION = 24;

export type Shop = 'ours' | 'vendure' | 'medusa';
type Log = (words: string) => void;

/** The stocked database; a run works on a copy. */
export const stockedName = (shop: Shop, size: Size): string => `${shop}_${size}_kept`;

/** Fills every shop's database with the same bouquets, once; the next run finds them. Returns the list. */
export async function stockShops(postgres: Postgres, size: Size, log: Log): Promise<Bouquet[]> {
  await make(postgres, 'ours', size, log, (database) => stockOurs(postgres, database, size));
  const bouquets = await listBouquets(postgres, stockedName('ours', size));
  if (bouquets.length !== size) throw new Error(`Our shop has ${bouquets.length} bouquets instead of ${size}.`);
  const file = join(CACHE, `bouquets-${size}.json`);
  writeFileSync(file, JSON.stringify(bouquets));
  await make(postgres, 'vendure', size, log, async (database) => {
    await ended(runPeer('vendure', vendure('stock', file), postgres.urlOf(database)), log);
  });
  await make(postgres, 'medusa', size, log, async (database) => {
    const [url, cli] = [postgres.urlOf(database), 'node_modules/@medusajs/cli/cli.js'];
    await ended(runPeer('medusa', [cli, 'db:migrate', '--skip-scripts'], url), log);
    const program = join(import.meta.dirname, 'medusa-stock.ts');
    const stock: MedusaStock = { STOCK: file, STOCK_PROGRAM: program };
    await ended(runPeer('medusa', [cli, 'exec', './stock.js'], url, stock), log);
  });
  return bouquets;
}

const TABLES: Record<Shop, string> = { ours: 'products', vendure: 'search_index_item', medusa: 'product_variant' };

/** Under another name until it is complete, so that an interrupted run leaves nothing that looks finished. */
async function make(postgres: Postgres, shop: Shop, size: Size, log: Log, fill: (database: string) => Promise<void>) {
  const [stocked, making] = [stockedName(shop, size), `${shop}_${size}_making`];
  if (await postgres.has(stocked)) return;
  log(`putting ${size} bouquets into ${shop}, once`);
  await postgres.query(`drop database if exists ${making} with (force)`);
  await postgres.query(`create database ${making} owner shop`);
  // Only here: what is lost in a power cut is made again.
  await postgres.query(`alter database ${making} set synchronous_commit = off`);
  await fill(making);
  const [found] = await postgres.query<{ count: number }>(
    `select count(*)::int as count from ${TABLES[shop]}`,
    [],
    making,
  );
  if (found?.count !== size) throw new Error(`${shop} has ${found?.count} bouquets instead of ${size}.`);
  await postgres.query('vacuum analyze', [], making);
  await postgres.query(`alter database ${making} reset synchronous_commit`);
  await postgres.query(`alter database ${making} rename to ${stocked}`);
}

/** Our shop stocks itself when it first opens; what is more than that is added to it. */
async function stockOurs(postgres: Postgres, database: string, size: Size): Promise<void> {
  mkdirSync(join(CACHE, 'ours'), { recursive: true });
  const shop = await startOurs(postgres.urlOf(database));
  await shop.stop();
  if (size > DEMONSTRATION) await stockLargeCatalogue(postgres.urlOf(database), size);
}

/** Shows the progress of a peer, and its output where that names an error. */
async function ended(child: Child, log: Log): Promise<void> {
  const start = Date.now();
  for (let last = ''; !child.hasEnded(); await sleep(500)) {
    const words = /[^\n]*has \d+ bouquets\.(?![\s\S]*has \d+ bouquets\.)/.exec(child.words())?.[0] ?? '';
    if (words !== last) log(words);
    last = words;
    if (Date.now() - start < PATIENCE_MS) continue;
    await child.stop();
    throw new Error(`It took too long.\n${child.words()}`);
  }
  if (/^\s+at .*:\d+:\d+\)?$/m.test(child.words())) log(child.words());
}
