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
import { endPredecessor } from './embedded-predecessor.ts';
import { findRunner } from './embedded-runner.ts';
import { launch, type Server, type ServerLocation } from './embedded-server.ts';
import { chooseSocketDir, dropSocketDir } from './embedded-socket.ts';

export type EmbeddedPostgres = { connectionString: string; stop(): Promise<void> };

type Options = {
  dataDir: string;
  /** False only in tests: a power cut may then lose everything. */
  durable?: boolean;
  /** For more than one shop, as in the proofs: each takes up to fourteen. */
  connections?: number;
  say?: (line: string) => void;
  /** Told each time PostgreSQL dies under a living shop; `gone` when it could not be brought back. */
  onCrash?: (reason: string, gone: boolean) => void;
};

const RIVAL = /lock file ".*" (?:already exists|is empty)|another postmaster|pre-existing shared memory block/i;
const PATIENCE_MS = 30_000;
const CRASHES_PER_MINUTE = 5;

/** Asks for a while: another shop that is looking for orphans may hold the lock for an instant. */
async function waitForShopLock(owner: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; await sleep(20)) {
    if (await tryShopLock(owner)) return true;
  }
  return false;
}

/** Clears the way, starts PostgreSQL and marks it as ours; starts over whenever someone else was quicker. */
async function claim(place: ServerLocation): Promise<Server> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50 + 100 * Math.random())) {
    await endPredecessor(place);
    await requireOwnership(place.cluster, place.runner);
    const server = await launch(place);
    if ('refused' in server) {
      if (RIVAL.test(server.refused) && Date.now() < deadline) continue;
      throw explain(server.refused, place.cluster);
    }
    try {
      if (!(await waitForShopLock(server.owner))) throw new Error('error: another process holds the lock');
      await ensureShopDatabase(server.owner);
      letProcessEnd(server.owner);
      return server;
    } catch (error) {
      await server.stop();
      // Another shop that starts at this moment may have taken ours for an orphan. A full disk will not mend itself.
      const isLackOfRoom = (error as { code?: string }).code?.startsWith('53');
      if (isLackOfRoom || Date.now() > deadline) throw explain(String(error), place.cluster);
    }
  }
}

/** True when the mark was lost without the server, as after the crash of a single connection, and is ours again. */
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
  const { dataDir, durable = true, connections = 50, say = () => {}, onCrash = () => {} } = options;
  const runner = findRunner();
  const cluster = await ensureCluster({ dataDir, runner, durable, say });
  const socketDir = await chooseSocketDir(cluster, runner);
  const place = { dataDir, cluster, socketDir, runner, durable, connections, say };

  let server = await claim(place).catch(async (error) => {
    await dropSocketDir(socketDir);
    throw error;
  });
  let stopping: Promise<void> | undefined;

  async function keepRunning(): Promise<void> {
    const crashes: number[] = [];
    while (!stopping) {
      await Promise.race([server.ended, new Promise((resolve) => server.owner.once('end', resolve))]);
      const isOursAgain = !stopping && (await reclaim(server, place));
      if (isOursAgain || stopping) continue;
      const how = await server.ended;
      crashes.push(Date.now());
      const recent = crashes.filter((time) => time > Date.now() - 60_000).length;
      if (recent > CRASHES_PER_MINUTE) return onCrash(`PostgreSQL ended (${how}) and does not stay up.`, true);
      onCrash(`PostgreSQL ended (${how}). Starting it again.`, false);
      await sleep(50 * 2 ** recent);
      if (stopping) return;
      try {
        server = await claim(place);
      } catch (error) {
        return onCrash(`PostgreSQL ended (${how}) and cannot be started again. ${(error as Error).message}`, true);
      }
    }
  }

  const keeper = keepRunning();
  const stop = async () => {
    await server.stop();
    await keeper;
    // The keeper may have been in the middle of starting another.
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
