import { spawn } from 'node:child_process';
import { access, chown, constants, lchown, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CannotStart } from '#server/platform/cannot-start.ts';
import type { Runner } from './embedded-runner.ts';

type Order = { dataDir: string; runner: Runner; durable: boolean; say: (line: string) => void };

const UNFINISHED = /^postgres\.unfinished-(\d+)$/;

/** Turns what PostgreSQL printed into one sentence for the person who started the shop. */
export function explain(printed: string, cluster: string): CannotStart {
  if (/No space left on device|quota exceeded/i.test(printed)) {
    return new CannotStart(`The disk that holds ${cluster} is full: make room, or set DATA_DIR to another disk.`);
  }
  if (process.getuid?.() === 0 && /Permission denied/.test(printed)) {
    return new CannotStart(
      `PostgreSQL refuses to run as root and "nobody" cannot reach ${cluster}: start the shop as an ordinary user, or set DATABASE_URL.`,
    );
  }
  const [, reason] = /(?:FATAL|PANIC|error):\s+(.*)/.exec(printed) ?? [];
  const [, detail] = /DETAIL:\s+(.*)/.exec(printed) ?? [];
  const words =
    [reason ?? printed.trim().split('\n').at(-1), detail].filter(Boolean).join('. ') || 'it did not say why';
  return new CannotStart(`PostgreSQL cannot use ${cluster} (${words}): mend that, or set DATABASE_URL.`);
}

async function requireWritable(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (cause) {
    const text = `The shop cannot write to ${dataDir}: make it writable, or set DATA_DIR to another folder.`;
    throw new CannotStart(text, { cause });
  }
}

/** Whether any process has this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A shop that was killed while it made its database leaves a folder that is never used. */
async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const maker = Number(UNFINISHED.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(maker) || (maker !== process.pid && isRunning(maker))) continue;
    // Its initdb may still be writing for a moment: what cannot be removed now is removed next time.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

async function runInitdb(folder: string, { dataDir, runner, durable }: Order): Promise<void> {
  const { file, args, options } = runner.command('initdb', [
    '-D',
    folder,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
    // The built-in C.UTF-8 knows the case of every letter and sorts alike on every machine and in every later version.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ]);
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code !== 0) throw explain(printed, dataDir);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Made under another name and renamed when complete, so that no process ever opens half a database. */
async function makeCluster(home: string, cluster: string, order: Order): Promise<void> {
  order.say('Making the database (once, a few seconds)…');
  const unfinished = join(home, `postgres.unfinished-${process.pid}`);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    // Only where it is another's: a hardened service may not chown at all, not even to itself.
    if (order.runner.uid !== process.getuid?.()) await chown(unfinished, order.runner.uid, order.runner.gid);
    await runInitdb(unfinished, order);
    await rename(unfinished, cluster);
    if (order.durable) await syncFolder(home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    // Another shop may have been faster: then both use its database.
    if (await isCluster(cluster)) return;
    if (error instanceof CannotStart) throw error;
    throw explain(String(error), cluster);
  }
}

const isCluster = (folder: string) =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code === 'EACCES',
  );

/** PostgreSQL requires that its files belong to the user it runs as; for root that user may change between starts. */
export async function requireOwnership(cluster: string, { uid, gid }: Runner): Promise<void> {
  if ((await stat(cluster)).uid === uid) return;
  if (process.getuid?.() !== 0) {
    throw new CannotStart(
      `${cluster} belongs to another user: start the shop as that user, or give the folder to yours.`,
    );
  }
  for (const name of await readdir(cluster, { recursive: true })) await lchown(join(cluster, name), uid, gid);
  await chown(cluster, uid, gid);
}

/** Returns the folder of a complete database, made now if there was none. */
export async function ensureCluster(order: Order): Promise<string> {
  const home = await requireWritable(order.dataDir);
  const cluster = join(home, 'postgres');
  await sweepUnfinished(home);
  if (!(await isCluster(cluster))) await makeCluster(home, cluster, order);
  return cluster;
}
