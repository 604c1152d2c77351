import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deps } from '#server/deps.ts';
import { Busy } from '#server/errors.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';

export type PhotoFile = {
  /** For the child process that decodes it, which reads from the beginning. */
  readonly fd: number;
  append(bytes: Buffer): Promise<void>;
};

/**
 * A temporary file for a photo while it arrives and is decoded, so that it is never in the shop's memory. It is
 * unlinked at once, so that nothing is left however the shop ends. A full disk is our fault: the sender gets 503 and
 * may try again.
 */
export async function withPhotoFile<T>({ log }: Pick<Deps, 'log'>, use: (file: PhotoFile) => Promise<T>): Promise<T> {
  const orBusy = (error: unknown): never => {
    log.error({ err: describeFailure(error) }, 'An uploaded photo could not be kept while it is read');
    throw new Busy();
  };
  const handle = await openUnlinked().catch(orBusy);
  let size = 0;
  let isOver = false;
  const append = async (bytes: Buffer) => {
    // An explicit position: the offset of the file stays at its beginning, where the child reads.
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

async function openUnlinked() {
  const path = join(tmpdir(), `marigold-lane-photo-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
