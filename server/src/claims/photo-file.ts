import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import { Busy } from '../errors.ts';

export type PhotoFile = {
  /** For the process that decodes it: to be read from its beginning. */
  readonly fd: number;
  append(bytes: Buffer): Promise<void>;
};

/**
 * A file for a photo while it arrives and is decoded, so that the shop's memory holds none of it. It has no name, so that
 * nothing stays behind, however the shop ends. A disk that takes nothing more is our trouble: who sent it may try again.
 */
export async function withPhotoFile<T>({ log }: Pick<Deps, 'log'>, use: (file: PhotoFile) => Promise<T>): Promise<T> {
  const orBusy = (error: unknown): never => {
    log.error({ err: describeFailure(error) }, 'An uploaded photo could not be kept while it is read');
    throw new Busy();
  };
  const handle = await openNameless().catch(orBusy);
  let size = 0;
  let isOver = false;
  const append = async (bytes: Buffer) => {
    // The position is given: the one that the file itself has stays at its beginning, for whoever reads it.
    const { bytesWritten } = await handle
      .write(bytes, 0, bytes.length, size)
      .catch((error) => (isOver ? Promise.reject(error) : orBusy(error)));
    size += bytesWritten;
    if (bytesWritten < bytes.length) await append(bytes.subarray(bytesWritten));
  };
  try {
    return await use({ fd: handle.fd, append });
  } finally {
    isOver = true;
    await handle.close();
  }
}

async function openNameless() {
  const path = join(tmpdir(), `marigold-lane-photo-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
