import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PORTS = { first: 4320, last: 4399 };
const PATIENCE_MS = 15_000;
const LAST_WORDS = 200_000;

type Running = {
  pid: number;
  words(): string;
  hasEnded(): boolean;
  /** Null while it runs, and if a signal ended it. */
  exitCode(): number | null;
  stop(): Promise<void>;
};
export type Child = Running & AsyncDisposable;

const running = new Set<Child>();
const started = new Set<number>();

/** Starts a program and remembers it, so that `stopChildren` leaves nothing behind. */
export function startChild(file: string, args: string[], options: SpawnOptions = {}): Child {
  const process = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [process.stdout, process.stderr]) {
    stream?.on('data', (chunk) => {
      words = `${words}${chunk}`.slice(-LAST_WORDS);
    });
  }
  process.once('error', (error) => {
    words += error.message;
  });
  const hasEnded = () => process.pid === undefined || process.exitCode !== null || process.signalCode !== null;
  const end = () => stop(process, hasEnded);
  const child: Child = {
    pid: process.pid ?? 0,
    words: () => words,
    hasEnded,
    exitCode: () => process.exitCode,
    stop: end,
    [Symbol.asyncDispose]: end,
  };
  running.add(child);
  process.once('exit', () => running.delete(child));
  return child;
}

async function stop(process: ChildProcess, hasEnded: () => boolean): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (hasEnded()) return;
    const exit = once(process, 'exit');
    process.kill(signal);
    await Promise.race([exit, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }
}

/** Stops whatever is still running; for the end of the program, however it comes. */
export async function stopChildren(): Promise<void> {
  await Promise.all([...[...running].map((child) => child.stop()), ...[...others].map((stopThose) => stopThose())]);
}

/** Those of another checkout's bench are in a list of its own. */
const others = new Set<() => Promise<void>>();
export function stopAlso(stopThose: () => Promise<void>): void {
  if (stopThose !== stopChildren) others.add(stopThose);
}

/** A free port of the benchmarks' own range that this run has not used yet. */
export async function findPort(): Promise<number> {
  // Every other one: a shop opens its stand-in for PayPal on the port after its own.
  for (let port = PORTS.first; port <= PORTS.last; port += 2) {
    if (started.has(port) || !(await isFree(port))) continue;
    started.add(port);
    return port;
  }
  throw new Error(`No free port between ${PORTS.first} and ${PORTS.last}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Waits until an address answers 200, and tells when it did. Throws with the child's last words when it does not. */
export async function firstAnswer(child: Child, url: string, withinMs = 180_000): Promise<number> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline && !child.hasEnded(); await sleep(3)) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      await response.arrayBuffer();
      if (response.ok) return performance.now();
    } catch {
      // Not listening yet.
    }
  }
  throw new Error(`Nothing answered at ${url}.\n${child.words()}`);
}
