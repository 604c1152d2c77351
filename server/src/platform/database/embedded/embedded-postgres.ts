import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ensureCluster, explain, requireOwnership } from './embedded-cluster.ts';
import {
  connectAsOwner,
  connectionStringFor,
  ensureShopDatabase,
  letProcessEnd,
  tryShopLock,
} from './embedded-owner.ts';
import { endPredecessor, isInUse } from './embedded-predecessor.ts';
import { findRunner } from './embedded-runner.ts';
import { launch, type Server, type ServerLocation } from './embedded-server.ts';
import { chooseSocketDir, dropSocketDir } from './embedded-socket.ts';

export type EmbeddedPostgres = { connectionString: string; stop(): Promise<void> };

type Options = {
  dataDir: string;
  /** False only in tests: a power cut may then lose everything. */
  durable?: boolean;
  /** For more than one shop, as in the proofs: each uses up to fourteen. */
  connections?: number;
  /** Of PostgreSQL, over those that a shop has. */
  settings?: Record<string, string>;
  say?: (line: string) => void;
  /** Called each time PostgreSQL ends while the shop runs; `gone` when it could not be restarted. */
  onCrash?: (reason: string, gone: boolean) => void;
};

const RIVAL = /lock file ".*" (?:already exists|is empty)|another postmaster|pre-existing shared memory block/i;
const CLAIM_TIMEOUT_MS = 30_000;
const CRASHES_PER_MINUTE = 5;

/** Retries for a while: another shop that checks for orphaned servers may hold the lock for an instant. */
async function waitForShopLock(owner: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    if (await tryShopLock(owner)) return true;
  }
  return false;
}

/** Longer each time: shops that start at once end each other's servers as orphans until one has the time to take its lock. */
const waitForRival = (tries: number): Promise<void> => sleep((50 + 100 * Math.random()) * 2 ** Math.min(tries, 5));

/**
 * Ends an orphaned server, starts PostgreSQL and takes the shop's lock; starts over whenever another shop was faster.
 */
async function claim(location: ServerLocation): Promise<Server> {
  let tries = 0;
  for (const deadline = Date.now() + CLAIM_TIMEOUT_MS; ; await waitForRival(tries++)) {
    await endPredecessor(location);
    await requireOwnership(location.cluster, location.runner);
    const server = await launch(location);
    if ('refused' in server) {
      if (!RIVAL.test(server.refused)) throw explain(server.refused, location.cluster);
      if (Date.now() < deadline) continue;
      throw isInUse(location.dataDir);
    }
    try {
      if (!(await waitForShopLock(server.owner))) throw new Error('error: another process holds the lock');
      await ensureShopDatabase(server.owner);
      letProcessEnd(server.owner);
      return server;
    } catch (error) {
      await server.stop();
      // Another shop that starts at this moment may have ended ours as an orphan. A full disk stays full: no retry.
      const isLackOfRoom = (error as { code?: string }).code?.startsWith('53');
      if (isLackOfRoom || Date.now() > deadline) throw explain(String(error), location.cluster);
    }
  }
}

/** True when only the connection with the lock was lost, not the server, and the lock is ours again. */
async function reclaim(server: Server, { socketDir }: ServerLocation): Promise<boolean> {
  while (!server.hasEnded()) {
    const owner = await connectAsOwner(socketDir).catch(() => undefined);
    if (owner && (await waitForShopLock(owner).catch(() => false))) {
      letProcessEnd(owner);
      server.owner = owner;
      return true;
    }
    await owner?.end().catch(() => {});
    await sleep(50);
  }
  return false;
}

/**
 * Starts the PostgreSQL that came with npm on the database in `dataDir`, made now if there is none, and keeps it
 * running until `stop`. One shop per folder. Throws CannotStart with a sentence that says what to do.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, connections = 50, settings = {}, say = () => {}, onCrash = () => {} } = options;
  const runner = findRunner();
  const cluster = await ensureCluster({ dataDir, runner, durable, say });
  const socketDir = await chooseSocketDir(cluster, runner);
  const location = { dataDir, cluster, socketDir, runner, durable, connections, settings, say };

  let server = await claim(location).catch(async (error) => {
    await dropSocketDir(socketDir);
    throw error;
  });
  let stopping: Promise<void> | undefined;

  async function keepRunning(): Promise<void> {
    const crashes: number[] = [];
    while (!stopping) {
      await Promise.race([server.ended, new Promise((resolve) => server.owner.once('end', resolve))]);
      const isOursAgain = !stopping && (await reclaim(server, location));
      if (isOursAgain || stopping) continue;
      const how = await server.ended;
      crashes.push(Date.now());
      const recent = crashes.filter((time) => time > Date.now() - 60_000).length;
      if (recent > CRASHES_PER_MINUTE) return onCrash(`PostgreSQL ended (${how}) and does not stay up.`, true);
      onCrash(`PostgreSQL ended (${how}). Starting it again.`, false);
      await sleep(50 * 2 ** recent);
      if (stopping) return;
      try {
        server = await claim(location);
      } catch (error) {
        return onCrash(`PostgreSQL ended (${how}) and cannot be started again. ${(error as Error).message}`, true);
      }
    }
  }

  const supervisor = keepRunning();
  const stop = async () => {
    await server.stop();
    await supervisor;
    // The supervisor may have been starting another one.
    await server.stop();
    await dropSocketDir(socketDir);
  };
  return {
    connectionString: connectionStringFor(socketDir),
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
