import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { JOBS_SCHEMA } from './create-jobs.ts';

/** A person may be waiting for a letter. */
const POLL_MS = 1_000;

const QUEUES_WITH_WORK = `select distinct name from ${JOBS_SCHEMA}.job
  where state < 'active' and not blocked and start_after <= now()`;

/**
 * Finds out each second which queues have a job to do, and wakes their workers: one statement, however many queues
 * there are. Failed polls are retried.
 */
export function wakeWorkers(boss: PgBoss, workerOf: Map<string, string>, warn: (words: string) => void) {
  const ended = new AbortController();
  const poll = async () => {
    const { rows } = await boss.getDb().executeSql(QUEUES_WITH_WORK);
    for (const { name } of rows) {
      const worker = workerOf.get(name);
      if (worker !== undefined && !ended.signal.aborted) boss.notifyWorker(worker);
    }
  };
  const loop = (async () => {
    for (;;) {
      await sleep(POLL_MS, undefined, { signal: ended.signal, ref: false });
      await poll().catch(({ message }: Error) => warn(`The job queue had trouble: ${message}`));
    }
  })().catch(() => {});
  return {
    async stop() {
      ended.abort();
      await loop;
    },
  };
}
