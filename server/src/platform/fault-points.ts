import type { Config } from '#server/config.ts';

/**
 * Named points of a payment at which a test may kill the process, as a power cut would: it sets CRASH_AT to one of
 * them. A public shop refuses that setting. Without it a fault point does nothing.
 */
export function createFaultPoint({ crashAt }: Pick<Config, 'crashAt'>): (point: string) => Promise<void> {
  if (!crashAt) return async () => {};
  return async (point) => {
    if (point !== crashAt) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal takes a moment, in which nothing more may happen.
    await new Promise(() => {});
  };
}
