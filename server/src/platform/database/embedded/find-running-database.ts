import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { connectAsOwner, connectionStringFor, tryShopLock } from './embedded-owner.ts';

/** How to reach the embedded database of a shop that is open right now; undefined when none is. */
export async function findRunningDatabase(dataDir: string): Promise<string | undefined> {
  try {
    const cluster = join(await realpath(dataDir), 'postgres');
    const [, , , , socketDir = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const owner = await connectAsOwner(socketDir || cluster);
    // If the lock is not free, a running shop has it. A server that a killed shop left behind is ended by the next
    // start.
    const isOpen = await tryShopLock(owner).then((free) => !free);
    await owner.end();
    return isOpen ? connectionStringFor(socketDir || cluster) : undefined;
  } catch {
    return undefined;
  }
}
