import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from '../drizzle.ts';

const FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));

/** Migrations before this one were written for a closed shop. */
export const FIRST_BESIDE = 40;

export type Migration = {
  /** Such as `0039_finding`. */
  name: string;
  hash: string;
  createdAt: number;
  statements: string[];
  /** A shop of the version before can go on working while it is applied and afterwards (docs/decisions/upgrades.md). */
  isBesideEarlier: boolean;
  /** Numbers of the migrations whose old half it removes. */
  contracts: string[];
  /** PostgreSQL builds an index without blocking writes only outside a transaction. */
  isOutsideTransaction: boolean;
};

/** All migrations of this version of the shop, in order. */
export function readMigrations(folder = FOLDER): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, index) => {
    const text = sql.join('\n');
    return {
      name: entries[index]?.tag ?? '',
      hash,
      createdAt: folderMillis,
      statements: sql,
      isBesideEarlier: index >= FIRST_BESIDE && !/^-- closes the shop:/m.test(text),
      contracts: [...text.matchAll(/^-- contracts (\d{4}):/gm)].map(([, number = '']) => number),
      isOutsideTransaction: /\bindex concurrently\b/i.test(text),
    };
  });
}
