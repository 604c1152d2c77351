import { join } from 'node:path';
import { type Child, firstAnswer, startChild } from '../../rig/children.ts';
import { CACHE, PORTS } from './cache-and-ports.ts';
import type { Subject } from './calls.ts';
import { type Connection, openConnection } from './open-connection.ts';
import type { VendureCommand } from './vendure-server.ts';

export type Peer = 'vendure' | 'medusa';

/** What a peer's programs find: a port, a database, and nothing of the caller's environment. */
function peerSettings(peer: Peer, databaseUrl: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    // Medusa writes a line for every request unless it is told not to; the others do not.
    LOG_LEVEL: 'warn',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    VENDURE_DISABLE_TELEMETRY: 'true',
    PORT: String(PORTS[peer]),
    DATABASE_URL: databaseUrl,
  };
}

export const vendure = (command: VendureCommand, ...rest: string[]): string[] => [
  join(import.meta.dirname, 'vendure-server.ts'),
  command,
  ...rest,
];

const COMMANDS: Record<Peer, string[]> = {
  vendure: vendure('serve'),
  medusa: ['node_modules/@medusajs/cli/cli.js', 'start', '--host', '127.0.0.1', '--port', String(PORTS.medusa)],
};

export const runPeer = (peer: Peer, args: string[], databaseUrl: string, more: NodeJS.ProcessEnv = {}): Child =>
  startChild(process.execPath, args, { cwd: join(CACHE, peer), env: { ...peerSettings(peer, databaseUrl), ...more } });

/** Starts a peer's server and counts the milliseconds to its first list. */
export async function startPeer(
  peer: Peer,
  databaseUrl: string,
  fetchList: (connection: Connection) => Promise<unknown>,
): Promise<Pick<Subject, 'url' | 'pid' | 'coldStartMs' | 'stop'>> {
  const url = `http://127.0.0.1:${PORTS[peer]}`;
  const start = performance.now();
  const child = runPeer(peer, COMMANDS[peer], databaseUrl);
  await firstAnswer(child, `${url}/health`);
  await using connection = openConnection(url);
  await fetchList(connection);
  const coldStartMs = performance.now() - start;
  return { url, pid: child.pid, coldStartMs, stop: child.stop };
}
