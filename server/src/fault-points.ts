import type { Config } from './config.ts';

/**
 * Named points at which a payment may be torn apart. A test sets CRASH_AT to one of them, and the process is gone there
 * as in a power cut; a shop that is open to the public refuses that setting, and anywhere else they are nothing.
 */
export function createFaultPoint({ crashAt }: Pick<Config, 'crashAt'>): (point: string) => Promise<void> {
  if (!crashAt) return async () => {};
  return async (point) => {
    if (point !== crashAt) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal takes a moment; nothing may happen in it.
    await new Promise(() => {});
  };
}
