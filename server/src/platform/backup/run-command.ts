import { CannotStart } from '#server/platform/cannot-start.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { BadBackup } from './backup-file.ts';
import { NotEmpty } from './restore-backup.ts';

type Run = (file: string, onStop: (stop: () => Promise<void>) => void, flags: ReadonlySet<string>) => Promise<string>;

/**
 * Runs a command with one file and optional flags, prints the outcome, and closes what was opened however the command
 * ends.
 */
export async function runCommand(help: string, run: Run, knownFlags: readonly string[] = []): Promise<void> {
  const words = process.argv.slice(2);
  const flags = new Set(words.filter((word) => word.startsWith('-')));
  const [file, ...rest] = words.filter((word) => !flags.has(word));
  const isUnderstood = file !== undefined && rest.length === 0 && [...flags].every((flag) => knownFlags.includes(flag));
  if (!isUnderstood) {
    console.log(help);
    process.exitCode = flags.has('--help') || flags.has('-h') ? 0 : 1;
    return;
  }
  let stop = async () => {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      console.error('Stopped. Nothing was changed.');
      await stop();
      process.exit(130);
    });
  }
  try {
    console.log(await run(file, (onStop) => (stop = onStop), flags));
  } catch (error) {
    console.error(`Nothing was changed. ${explain(error)}`);
    process.exitCode = 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof CannotStart || error instanceof BadBackup || error instanceof NotEmpty) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `There is no ${path}.`;
  if (code === 'EEXIST') return `${path} exists already: remove it, or choose another name.`;
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EISDIR') return `${path ?? 'The file'} cannot be used (${code}).`;
  return describeFailure(error).message;
}
