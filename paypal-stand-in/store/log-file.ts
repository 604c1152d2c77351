import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export type LogFile = { entries: unknown[]; append(entry: unknown): void; close(): void };

/** A file of JSON lines that only grows. Each append is on the disk when it returns; half a last line is cut off. */
export function openLogFile(path: string): LogFile {
  const file = openSync(path, 'a+');
  const bytes = readFileSync(path);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) ftruncateSync(file, whole);
  fsyncSync(file);
  syncFolder(dirname(path));
  const entries = bytes
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
  return {
    entries,
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let written = 0; written < line.length; ) written += writeSync(file, line, written);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** A new name in a folder is safe only when the folder itself has reached the disk. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
