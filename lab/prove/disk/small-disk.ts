import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleaningUp } from '../clean-up.ts';
import { endPostgres } from '../end-postgres.ts';

const PIECE = Buffer.alloc(256 * 1024);

export type SmallDisk = { folder: string; fill(): void; free(): void };

/** A disk of so many megabytes, in memory. It is unmounted however the proof ends. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const disk = await mkdtemp(join(tmpdir(), 'marigold-lane-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk]);
  const folder = join(disk, 'data');
  cleaningUp(async () => {
    await endPostgres(folder).catch(() => {});
    unmount(disk);
    rmdirSync(disk);
  });
  mkdirSync(folder);
  const ballast = join(disk, 'ballast');
  return { folder, fill: () => writeUntilFull(ballast), free: () => rmSync(ballast, { force: true }) };
}

function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (let size = PIECE.length; size >= 1; ) {
      try {
        writeSync(file, PIECE, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = size > 4096 ? Math.floor(size / 2) : 0;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Lazily where a process still has a file open there. */
function unmount(disk: string): void {
  try {
    execFileSync('umount', [disk], { stdio: 'ignore' });
  } catch {
    execFileSync('umount', ['--lazy', disk]);
  }
}
