import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { isRunning } from './embedded-cluster.ts';
import { connectAsOwner, isBusy, PORT, tryShopLock } from './embedded-owner.ts';
import type { ServerLocation } from './embedded-server.ts';
import { dropSocketDir } from './embedded-socket.ts';

/** The PostgreSQL that opened the folder last, dead or alive, as `postmaster.pid` names it. */
type Predecessor = { pid: number; socketDir: string; file: string };

const WRITING_MS = 1_000;
const SILENCE_MS = 30_000;
const SHUTDOWN_MS = 10_000;
/** PostgreSQL notices the end of a killed shop's connection, and with it of its lock, a moment later; on a busy machine much later. */
const LETTING_GO_MS = 3_000;

async function readPredecessor(cluster: string): Promise<Predecessor | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (file === undefined) return undefined;
  const [pid, , , , socketDir] = file.split('\n');
  return { pid: Number(pid), socketDir: socketDir || cluster, file };
}

/** The process id alone proves nothing: after a crash or a reboot another process may have it. */
async function isAlive({ pid }: Predecessor, cluster: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).then(
          ({ stdout }) => stdout,
          () => '',
        );
  return command.replaceAll('\0', ' ').includes(`/postgres -D ${cluster} `);
}

async function findState(socketDir: string): Promise<'owned' | 'orphaned' | 'busy' | 'silent'> {
  const owner = await connectAsOwner(socketDir).catch((error) => (isBusy(error) ? 'busy' : 'silent'));
  if (typeof owner === 'string') return owner;
  try {
    if (!(await tryShopLock(owner))) return 'owned';
    // The shop of a server that has only just started may be about to take the lock.
    const { rows } = await owner.query("SELECT now() - pg_postmaster_start_time() < interval '1 s' AS young");
    return rows[0].young ? 'busy' : 'orphaned';
  } catch {
    return 'busy';
  } finally {
    await owner.end().catch(() => {});
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or belongs to another user; the caller checks whether it is alive.
  }
}

async function end(predecessor: Predecessor, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + SHUTDOWN_MS;
    for (let first = true; Date.now() < deadline; first = false) {
      if (!(await isAlive(predecessor, cluster))) return;
      if (first) trySignal(predecessor.pid, signal);
      await sleep(20);
    }
  }
  throw unresponsive(predecessor, cluster);
}

export const isInUse = (dataDir: string) =>
  new CannotStart(`Another shop is already using ${dataDir}. Stop it, or set DATA_DIR to another folder.`);

const unresponsive = ({ pid }: Predecessor, cluster: string) =>
  new CannotStart(`A PostgreSQL (process ${pid}) has ${cluster} open and does not answer: end it and start again.`);

/**
 * PostgreSQL refuses to start while a process with the id in its lock file runs, unless that is its own parent; so the
 * file gets our id. Removing the file instead would disable its check for children of the dead server.
 */
async function disown({ pid, socketDir, file }: Predecessor, cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  if (!isRunning(pid)) return;
  if ((await readFile(path, 'utf8').catch(() => '')) !== file) return;
  await writeFile(path, file.replace(String(pid), String(process.pid)));
  for (const folder of new Set([cluster, socketDir])) {
    for (const name of [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`]) await rm(join(folder, name), { force: true });
  }
}

/**
 * Returns when no PostgreSQL has the folder open. A server that a killed shop left behind is shut down; for one that
 * serves a running shop it throws. A running shop is known by its advisory lock, never by a process id.
 */
export async function endPredecessor({ cluster, dataDir, socketDir }: ServerLocation): Promise<void> {
  const start = Date.now();
  for (let lastSign = start; ; await sleep(50)) {
    const predecessor = await readPredecessor(cluster);
    if (!predecessor) return;
    if (predecessor.file === '') {
      // Another process is about to write it, or was when the power failed.
      if (Date.now() - lastSign > WRITING_MS) await rm(join(cluster, 'postmaster.pid'), { force: true });
      continue;
    }
    let state = await findState(predecessor.socketDir);
    // In another container the same folder may have another path.
    if (state === 'silent' && predecessor.socketDir !== cluster) state = await findState(cluster);
    const alive = await isAlive(predecessor, cluster);
    if (state === 'owned' || (state === 'orphaned' && !alive)) {
      if (state === 'owned' && Date.now() - start < LETTING_GO_MS) continue;
      throw isInUse(dataDir);
    }
    if (state === 'busy' || (state === 'silent' && alive)) {
      if (state === 'busy') lastSign = Date.now();
      if (Date.now() - lastSign > SILENCE_MS) throw unresponsive(predecessor, cluster);
      continue;
    }
    if (state === 'orphaned') await end(predecessor, cluster);
    else await disown(predecessor, cluster);
    if (predecessor.socketDir !== socketDir) await dropSocketDir(predecessor.socketDir);
    return;
  }
}
