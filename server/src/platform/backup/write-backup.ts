import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '#server/platform/database/pool/open-client.ts';
import { END_OF_TABLE, type EndLine, type Header } from './backup-file.ts';
import { listTables } from './list-tables.ts';
import { readSequences } from './sequences.ts';

export type Written = { tables: number; rows: number; bytes: number };

/**
 * Writes a snapshot of everything the shop stores while it goes on working. The file appears whole or not at all, and
 * only its owner may read it: it contains people's addresses.
 */
export async function writeBackup(
  connectionString: string,
  file: string,
  { secret, say = () => {} }: { secret?: string | undefined; say?: (words: string) => void },
): Promise<Written> {
  const draft = `${file}.part`;
  const client = await openClient({
    connectionString,
    application_name: 'marigold-lane backup',
  });
  try {
    await refuseExisting(file);
    const rows: EndLine['rows'] = {};
    await pipeline(
      writeAll(client, rows, secret, say),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    );
    const bytes = await finish(draft, file);
    const counts = Object.values(rows);
    return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0), bytes };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* writeAll(
  client: pg.Client,
  rows: EndLine['rows'],
  secret: string | undefined,
  say: (words: string) => void,
) {
  await client.query('begin isolation level repeatable read read only');
  yield toLine(await writeHeader(client, secret));
  for (const { table, columns } of await listTables(client)) {
    say(table);
    yield toLine({ table, columns });
    const names = columns.map((column) => `"${column}"`).join(', ');
    let count = 0;
    const lines = countLines((more) => {
      count += more;
    });
    const copied = client.query(copyTo(`copy "${table}" (${names}) to stdout`));
    copied.on('error', (error) => lines.destroy(error));
    yield* copied.pipe(lines);
    rows[table] = count;
    yield `${END_OF_TABLE}\n`;
  }
  await client.query('commit');
  yield toLine({ end: true, rows } satisfies EndLine);
}

async function writeHeader(client: pg.Client, secret: string | undefined): Promise<Header> {
  const { rows: moments } = await client.query<{ now: Date }>('select now()');
  const now = moments[0]?.now ?? new Date();
  const { rows: migrations } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  );
  return {
    shop: 'marigold-lane',
    format: 1,
    taken_at: now.toISOString(),
    migrations: migrations.map(({ hash }) => hash),
    sequences: await readSequences(client),
    ...(secret !== undefined && { secret }),
  };
}

const toLine = (value: object): string => `${JSON.stringify(value)}\n`;

/** Passes everything through and counts its lines. */
function countLines(onLines: (count: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let count = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) count++;
      onLines(count);
      done(null, chunk);
    },
  });
}

async function refuseExisting(file: string): Promise<void> {
  const existing = await open(file, 'r').catch(() => undefined);
  await existing?.close();
  if (existing) throw Object.assign(new Error(`${file} exists.`), { code: 'EEXIST', path: file });
}

/** Synced before it is renamed, and the folder synced before success is reported. */
async function finish(draft: string, file: string): Promise<number> {
  const handle = await open(draft, 'r+');
  await handle.sync();
  const { size } = await handle.stat();
  await handle.close();
  await rename(draft, file);
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
  return size;
}
