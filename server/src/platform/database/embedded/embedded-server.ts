import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { explain } from './embedded-cluster.ts';
import { connectAsOwner, isBusy, PORT } from './embedded-owner.ts';
import type { Runner } from './embedded-runner.ts';

export type ServerLocation = {
  dataDir: string;
  cluster: string;
  socketDir: string;
  runner: Runner;
  durable: boolean;
  connections: number;
  settings: Record<string, string>;
  say: (line: string) => void;
};

/** A running PostgreSQL of ours that accepts connections. */
export type Server = {
  owner: pg.Client;
  /** Settles when the process has ended, with how it ended. */
  ended: Promise<string>;
  hasEnded(): boolean;
  stop(): Promise<void>;
};

const LOG_BYTES = 5_000_000;
const SILENCE_MS = 60_000;
const SLOW_MS = 3_000;
const SHUTDOWN_MS = 10_000;

/** Enough for a shop on a small machine. On the command line, so that an old database gets them too. */
function listSettings({ socketDir, durable, connections, settings }: ServerLocation): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: PORT,
    max_connections: connections,
    shared_buffers: '64MB',
    // A database that fits in memory gains nothing from I/O workers.
    io_method: 'sync',
    synchronous_commit: 'on',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The shop reports failed statements itself; PostgreSQL would write customers' details into its log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > LOG_BYTES) await rename(path, `${path}.old`);
  return { log: await open(path, 'a', 0o600), from: size > LOG_BYTES ? 0 : size };
}

/** In a session of its own: Ctrl-C goes to the shop alone, which stops its database last. */
function spawnPostgres({ cluster, runner }: ServerLocation, args: string[], log: number): ChildProcess {
  const command = runner.command('postgres', ['-D', cluster, ...args]);
  return spawn(command.file, command.args, { ...command.options, detached: true, stdio: ['ignore', log, log] });
}

/** The lock file decides between servers that start at once: the socket is this one's only if the file has its id. */
async function ownsCluster(child: ChildProcess, cluster: string): Promise<boolean> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  return file.startsWith(`${child.pid}\n`);
}

async function waitForConnection(
  child: ChildProcess,
  location: ServerLocation,
  hasEnded: () => boolean,
): Promise<pg.Client | undefined> {
  const start = Date.now();
  let isSlow = false;
  for (let lastSign = start; Date.now() - lastSign < SILENCE_MS && !hasEnded(); await sleep(10)) {
    try {
      if (await ownsCluster(child, location.cluster)) return await connectAsOwner(location.socketDir);
    } catch (error) {
      // Recovery after a power cut may take long: no timeout while it goes on.
      if (isBusy(error)) lastSign = Date.now();
    }
    if (!isSlow && Date.now() - start > SLOW_MS) location.say('The database is putting itself in order…');
    isSlow = Date.now() - start > SLOW_MS;
  }
}

/** Starts PostgreSQL and returns it when it accepts connections; if it does not, what it wrote to its log. */
export async function launch(location: ServerLocation): Promise<Server | { refused: string }> {
  const path = join(location.dataDir, 'postgres.log');
  const { log, from } = await openLog(path).catch((error) => {
    throw explain(String(error), location.cluster);
  });
  const child = spawnPostgres(location, listSettings(location), log.fd);
  await log.close();

  // Whatever ends the shop, except kill -9, ends its database too.
  const endWithShop = () => void child.kill('SIGINT');
  process.once('exit', endWithShop);
  let hasEnded = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  }).then((how) => {
    hasEnded = true;
    process.off('exit', endWithShop);
    return how;
  });

  const stop = async () => {
    child.ref();
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (hasEnded) return;
      child.kill(signal);
      const timeout = new AbortController();
      await Promise.race([ended, sleep(SHUTDOWN_MS, undefined, { signal: timeout.signal }).catch(() => {})]);
      timeout.abort();
    }
  };

  const owner = await waitForConnection(child, location, () => hasEnded);
  if (!owner) {
    await stop();
    return { refused: (await readFile(path)).subarray(from).toString() };
  }
  child.unref();
  return { owner, ended, hasEnded: () => hasEnded, stop };
}
