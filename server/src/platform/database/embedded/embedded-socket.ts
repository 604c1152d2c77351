import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { PORT } from './embedded-owner.ts';
import type { Runner } from './embedded-runner.ts';

const PRIVATE_PREFIX = 'marigold-lane-';

/** The system's own limit on the name of a socket, in bytes. */
const LONGEST = process.platform === 'linux' ? 107 : 103;

/** Paths may be too long, and folders shared with another system may not support sockets: so one is tried. */
async function holdsSockets(folder: string): Promise<boolean> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) > LONGEST) return false;
  const probe = join(folder, '.s.probe');
  await rm(probe, { force: true });
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(probe, () => server.close(() => resolve(true)));
  });
}

/**
 * A folder for the server's socket: the database's, which is closed to other users and where a second shop looks first,
 * or failing that a new temporary folder.
 */
export async function chooseSocketDir(cluster: string, { uid, gid }: Runner): Promise<string> {
  if (await holdsSockets(cluster)) return cluster;
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const folder = await mkdtemp(join(parent, PRIVATE_PREFIX)).catch(() => undefined);
    if (!folder) continue;
    if (uid !== process.getuid?.()) await chown(folder, uid, gid);
    if (await holdsSockets(folder)) return folder;
    await rm(folder, { recursive: true, force: true });
  }
  throw new CannotStart(`No folder can hold a socket for the database: set TMPDIR to one with a short name.`);
}

/** Removes the folder again if it was made for the socket alone. */
export async function dropSocketDir(socketDir: string): Promise<void> {
  if (basename(socketDir).startsWith(PRIVATE_PREFIX)) await rm(socketDir, { recursive: true, force: true });
}
