import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Deps } from '#server/deps.ts';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';
import type { CatalogueAnswer, CatalogueTask } from './catalogue-task.ts';

const PROGRAM = new URL('./catalogue-worker.ts', import.meta.url);
/** A file that needs more ends its thread, not the shop. */
const MOST_MEMORY_MB = 1_024;
/** Whoever has looked at what a file changes does it soon after: starting the thread anew would take longer than a small file. */
const KEPT_MS = 60_000;

/** One after the other: each may hold a large file and what it means. */
const limited = limitConcurrency({ atOnce: 1 });

let idle: { worker: Worker; end: NodeJS.Timeout } | undefined;

/**
 * Ten thousand bouquets take seconds to read and to compare. In a thread of their own nobody else waits: here it would hold up
 * every answer of this process, payments too.
 */
export const runCatalogueWorker = ({ db }: Pick<Deps, 'db'>, task: CatalogueTask): Promise<CatalogueAnswer> =>
  limited(async () => {
    const worker = takeWorker();
    try {
      worker.postMessage({ connectionString: db.$client.directUrl, task });
      // Throws what the thread threw.
      const [answer] = (await once(worker, 'message')) as [CatalogueAnswer];
      keepWorker(worker);
      return answer;
    } catch (error) {
      void worker.terminate();
      throw error;
    }
  });

function takeWorker(): Worker {
  const { worker, end } = idle ?? {};
  idle = undefined;
  clearTimeout(end);
  const taken = worker ?? new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
  // A shop that closes meanwhile waits for its answers, not for the thread.
  taken.unref();
  return taken;
}

function keepWorker(worker: Worker): void {
  const end = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, KEPT_MS).unref();
  idle = { worker, end };
}
