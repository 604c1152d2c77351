import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'child_process';

/** Records the exit code, or the signal, of every process that is started from now on. */
export function noteExits(): { of(pid: number): number | NodeJS.Signals | undefined; stop(): void } {
  const ends = new Map<number, number | NodeJS.Signals>();
  const note = (message: unknown) => {
    const { process } = message as { process: ChildProcess };
    process.once('exit', (code, signal) => ends.set(process.pid ?? 0, signal ?? code ?? -1));
  };
  subscribe(CHANNEL, note);
  return { of: (pid) => ends.get(pid), stop: () => unsubscribe(CHANNEL, note) };
}
