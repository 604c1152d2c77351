import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Child, startChild } from '../../rig/children.ts';
import { ROOT } from '../../rig/shop.ts';

const run = promisify(execFile);
const BIN = '/usr/lib/postgresql/15/bin';
const CONFIG = join(ROOT, 'deploy', 'pgbackrest');
/** Instead of the minute of the documented settings: a proof cannot lose that much time. */
const ARCHIVE_TIMEOUT_S = 5;
const STARTS_WITHIN_MS = 60_000;

/** What has to be installed for this proof; undefined if it is there. */
export function describeMissingPostgres(): string | undefined {
  const missing = [
    ...(existsSync(`${BIN}/postgres`) ? [] : ['postgresql-15']),
    ...(existsSync('/usr/bin/pgbackrest') ? [] : ['pgbackrest']),
  ];
  return missing.length > 0 ? `${missing.join(' and ')} not here: apt-get install ${missing.join(' ')}` : undefined;
}

/** PostgreSQL 15 of Debian with pgBackRest, in a folder, as deploy/pgbackrest sets them up. */
export type DebianPostgres = Awaited<ReturnType<typeof openDebianPostgres>>;

export async function openDebianPostgres(folder: string) {
  const owner = findOwner();
  const [data, sockets, home] = ['data', 'sockets', 'pgbackrest'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const config = join(home, 'pgbackrest.conf');
  const settings = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', PGBACKREST_CONFIG: config };
  const options = { env: settings, maxBuffer: 2 ** 26, ...owner };
  let server: Child | undefined;

  for (const path of [folder, sockets, home, ...['repo', 'log', 'lock', 'spool'].map((name) => join(home, name))]) {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (owner) await chown(path, owner.uid, owner.gid);
  }

  /** A program of PostgreSQL or pgBackRest, as the user that owns the data. */
  const call = async (file: string, ...args: string[]): Promise<string> => {
    try {
      return (await run(file, args, options)).stdout;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${file} ${args.join(' ')}: ${stderr || stdout || (error as Error).message}`);
    }
  };
  const backRest = (...args: string[]) => call('pgbackrest', '--stanza=shop', ...args);
  const connect = (user: string, database: string) => {
    const where = new URLSearchParams({ host: sockets, port: '5432', sslmode: 'disable' });
    return `postgresql://${user}@localhost/${database}?${where}`;
  };
  const sql = async (text: string, database = 'postgres'): Promise<string> =>
    (await call('psql', '-h', sockets, '-U', 'postgres', '-X', '-A', '-t', '-c', text, database)).trim();

  const start = async () => {
    server = startChild(`${BIN}/postgres`, ['-D', data], options);
    for (const end = Date.now() + STARTS_WITHIN_MS; ; await sleep(100)) {
      // While WAL is being replayed it accepts connections too, and is not ready.
      if ((await sql('select pg_is_in_recovery()').catch(() => 't')) === 'f') return;
      if (server.hasEnded() || Date.now() > end) throw new Error(`PostgreSQL does not start.\n${server.words()}`);
    }
  };
  const stop = async () => {
    if (server && !server.hasEnded()) await call(`${BIN}/pg_ctl`, '-D', data, '-m', 'fast', '-w', 'stop');
  };
  const kill = async () => {
    if (server && !server.hasEnded()) process.kill(server.pid, 'SIGKILL');
    // Its children notice that it is gone.
    await sleep(1_000);
  };

  await call(`${BIN}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8');
  const archiving = (await readFile(join(CONFIG, 'archiving.conf'), 'utf8')).replace(
    /^archive_timeout = .*$/m,
    `archive_timeout = ${ARCHIVE_TIMEOUT_S}`,
  );
  await appendFile(
    join(data, 'postgresql.conf'),
    `\nlisten_addresses = ''\nunix_socket_directories = '${sockets}'\nmax_connections = 150\n${archiving}`,
  );
  await writeFile(config, moveTo(await readFile(join(CONFIG, 'pgbackrest.conf'), 'utf8'), { data, sockets, home }));
  await start();
  await sql('create role shop login createdb');
  await sql('create database shop owner shop');
  await backRest('stanza-create');
  await backRest('check');

  return {
    connectionString: connect('shop', 'shop'),
    archiveTimeoutMs: ARCHIVE_TIMEOUT_S * 1_000,
    backRest,
    sql,
    start,
    stop,
    kill,
    words: () => server?.words() ?? '',
    version: () => sql('show server_version'),
    /** As when a disk is gone: nothing of the server is left, and no WAL that was not archived. */
    loseDisk: () => rm(data, { recursive: true, force: true, maxRetries: 5 }),
    /** What was there stays beside it, as the guide for operators says. */
    putAside: () => run('mv', [data, `${data}.before`]).then(() => {}),
  };
}

/** PostgreSQL does not run as root: the package has made a user for it. */
function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The documented settings with the folders of the proof. */
const moveTo = (text: string, { data, sockets, home }: { data: string; sockets: string; home: string }): string =>
  Object.entries({
    'repo1-path': join(home, 'repo'),
    'log-path': join(home, 'log'),
    'lock-path': join(home, 'lock'),
    'spool-path': join(home, 'spool'),
    'pg1-path': data,
    'pg1-socket-path': sockets,
  }).reduce((moved, [name, path]) => moved.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${path}`), text);
