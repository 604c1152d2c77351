import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listMigrations, migrate } from '#server/platform/database/migrate/migrate.ts';
import { openClient } from '#server/platform/database/pool/open-client.ts';
import { BadBackup, END_OF_TABLE, EndLine, Header, parseLine, readLines, TableLine } from './backup-file.ts';
import { endAccess } from './end-access.ts';
import { listTables } from './list-tables.ts';
import { skipNumbers } from './sequences.ts';

export type Restored = { tables: number; rows: number; takenAt: Date; secret: string | undefined };

type RestoreOptions = { say?: (words: string) => void; resetPasswords?: boolean; asItWas?: boolean };

/** The database to restore into is not empty. */
export class NotEmpty extends Error {}

/**
 * Restores a backup into an empty database: all of it or nothing. The tables are created as they were, filled, and then
 * migrated to this version of the shop. The result is a copy on standby, which moves no money and sends no letters
 * before it takes over. Sessions and one-time keys are not restored. `asItWas` leaves the tables of its version.
 */
export async function restoreBackup(
  connectionString: string,
  file: string,
  { say = () => {}, resetPasswords = false, asItWas = false }: RestoreOptions = {},
): Promise<Restored> {
  const lines = readLines(file);
  const header = parseLine(Header, (await lines.next()).value, 'beginning');
  requireKnown(header);
  await migrate(connectionString, header.migrations.length);
  const client = await openClient({
    connectionString,
    application_name: 'marigold-lane restore',
  });
  try {
    await client.query('begin');
    // The sums of takings are in the backup: triggers that would count them do nothing meanwhile.
    await client.query("set local shop.restoring = 'on'");
    await requireEmpty(client);
    const rows = await fill(client, lines, say);
    await endAccess(client, { resetPasswords });
    await skipNumbers(client, header.sequences, new Date(header.taken_at));
    // In the same transaction: at no moment is there a restored copy that is not on standby.
    const { rows: restored } = await client.query(
      'insert into restores (taken_at, restored_at) values ($1, now()) returning id',
      [header.taken_at],
    );
    await client.query('commit');
    await client.query('analyze');
    if (!asItWas) await migrate(connectionString);
    // A migration marks all restores of earlier versions as taken over; this one is not.
    await client.query('update restores set taken_over_at = null where id = $1', [restored[0].id]);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    return { tables: Object.keys(rows).length, rows: total, takenAt: new Date(header.taken_at), secret: header.secret };
  } finally {
    await client.end();
  }
}

function requireKnown({ migrations }: Header): void {
  const ours = listMigrations();
  if (migrations.length > ours.length) throw new BadBackup('The backup was made by a newer version of the shop.');
  if (migrations.some((hash, place) => hash !== ours[place]))
    throw new BadBackup('The backup was made by another shop: its tables were made in another way.');
}

/** A migration creates the id of the installation together with its table: the backup's id replaces it. */
async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { table } of await listTables(client)) {
    if (table === 'installation') {
      await client.query('delete from installation');
      continue;
    }
    const { rows } = await client.query(`select 1 from "${table}" limit 1`);
    if (rows.length > 0) throw new NotEmpty(`There is a shop in this database already: ${table} is not empty.`);
  }
}

/** Fills the tables, and returns how many rows each got; throws unless they are as many as the file says. */
async function fill(
  client: pg.Client,
  lines: AsyncGenerator<Buffer>,
  say: (words: string) => void,
): Promise<EndLine['rows']> {
  const known = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]));
  const filled: EndLine['rows'] = {};
  for (;;) {
    const { value: line } = await lines.next();
    if (line?.toString('utf8', 0, 8).startsWith('{"end":')) {
      const { rows } = parseLine(EndLine, line, 'end');
      const isWhole = JSON.stringify(sorted(rows)) === JSON.stringify(sorted(filled));
      if (!isWhole) throw new BadBackup('The file holds fewer or more rows than it says.');
      return filled;
    }
    const { table, columns } = parseLine(TableLine, line, 'table');
    if (!columns.every((column) => known.get(table)?.includes(column)))
      throw new BadBackup(`There is no such table: ${table}.`);
    say(table);
    const names = columns.map((column) => `"${column}"`).join(', ');
    const copying = client.query(copyFrom(`copy "${table}" (${names}) from stdin`));
    await pipeline(Readable.from(rowsOf(lines)), copying);
    filled[table] = copying.rowCount;
  }
}

async function* rowsOf(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (;;) {
    const { value: line, done } = await lines.next();
    if (done) throw new BadBackup('The file is cut short.');
    if (line.equals(Buffer.from(END_OF_TABLE))) return;
    yield Buffer.concat([line, Buffer.from('\n')]);
  }
}

const sorted = (rows: EndLine['rows']) => Object.entries(rows).toSorted(([left], [right]) => left.localeCompare(right));
