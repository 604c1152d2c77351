import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { stockLargeCatalogue } from '../large-catalogue.ts';
import { loadBench } from '../load-bench.ts';
import { type Bouquet, listBouquets, type Size } from '../peers/bouquets.ts';
import type { Subject } from '../peers/calls.ts';
import type { openOurs, startOurs } from '../peers/ours.ts';
import type { Postgres } from '../peers/postgres.ts';

/** A checkout of the shop. */
export type Version = { name: 'before' | 'after'; folder: string };
/** The database that a version has stocked, and the bouquets in it. */
export type Stock = { database: string; bouquets: Bouquet[] };

type Bench = {
  openOurs: typeof openOurs;
  startOurs: typeof startOurs;
  stockLargeCatalogue: typeof stockLargeCatalogue;
};

const PARTS = ['peers/ours.ts', 'large-catalogue.ts'];
const DEMONSTRATION = 24;

const load = ({ folder }: Version) => loadBench<Bench>(folder, PARTS);

/** A version stocks its own database when it first opens; what is more than that is added to it. */
export async function stock(postgres: Postgres, version: Version, size: Size): Promise<Stock> {
  const [database, bench] = [`${version.name}_${size}_stocked`, await load(version)];
  mkdirSync(join(version.folder, 'build/peers/ours'), { recursive: true });
  await postgres.query(`drop database if exists ${database} with (force)`);
  await postgres.query(`create database ${database} owner shop`);
  const shop = await bench.startOurs(postgres.urlOf(database));
  await shop.stop();
  if (size > DEMONSTRATION) await bench.stockLargeCatalogue(postgres.urlOf(database), size);
  await postgres.query('vacuum analyze', [], database);
  const bouquets = await listBouquets(postgres, database);
  if (bouquets.length !== size) throw new Error(`${version.name} has ${bouquets.length} bouquets instead of ${size}.`);
  return { database, bouquets };
}

/** Opens a version on a copy of its stock. */
export async function openVersion(postgres: Postgres, version: Version, { database, bouquets }: Stock) {
  const bench = await load(version);
  await postgres.copy(database, version.name);
  return disposable(await bench.openOurs(postgres, version.name, bouquets));
}

/** Stops when its scope ends. */
export const disposable = (subject: Subject): Subject & AsyncDisposable => ({
  ...subject,
  [Symbol.asyncDispose]: () => subject.stop(),
});
