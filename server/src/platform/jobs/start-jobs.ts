import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { JobQueue } from './create-jobs.ts';
import type { JobHandlers } from './jobs.ts';
import { runJobs } from './run-jobs.ts';
import { wakeWorkers } from './wake-workers.ts';

/** How often each worker looks by itself, should it not be woken. */
const POLL_SECONDS = 15;
const BATCH = 10;
const STOP_TIMEOUT_MS = 5_000;
const REPEAT_LOG_MS = 60_000;
const POLL_STANDBY_MS = 3_000;

/**
 * Starts the workers of this process; several processes may work on the same queues. `stop` ends them within seconds.
 * On standby jobs are queued, and none runs until it is over.
 */
export async function startJobs(
  jobs: JobQueue,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
  isOnStandby: () => Promise<boolean> = async () => false,
): Promise<{ stop(): Promise<void> }> {
  const boss = await jobs.boss();
  // While the database is away every poll fails; the polling goes on.
  const warn = createThrottledWarn(log);
  boss.on('error', ({ message }) => warn(`The job queue had trouble: ${message}`));
  boss.on('warning', ({ message }) => warn(`The job queue warns: ${message}`));
  let waking = { stop: async () => {} };
  const begin = async () => {
    waking = wakeWorkers(boss, await startWorkers(boss, handlers, log), warn);
  };
  let waiting = { stop: async () => {} };
  const stop = async () => {
    await waiting.stop();
    await waking.stop();
    await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    await jobs.close();
  };
  try {
    await boss.start().catch((error) => {
      // On a new database two shops may create the tables of the queue at once: the second finds those of the first.
      if ((error as { code?: string }).code !== '23505') throw error;
      return boss.start();
    });
    for (const queue of Object.keys(handlers)) await jobs.prepare(queue);
    if (await isOnStandby()) waiting = beginAfter(isOnStandby, begin, warn);
    else await begin();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

/** Returns the worker of each queue. */
async function startWorkers(boss: PgBoss, handlers: JobHandlers, log: FastifyBaseLogger): Promise<Map<string, string>> {
  const workerOf = new Map<string, string>();
  for (const [queue, handler] of Object.entries(handlers)) {
    const options = {
      batchSize: BATCH,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: POLL_SECONDS,
    } as const;
    workerOf.set(queue, await boss.work(queue, options, (batch) => runJobs(queue, handler, batch, log)));
    if (handler.cron) await boss.schedule(queue, handler.cron, null, { missed: 'once' });
  }
  await deleteOldSchedules(boss, handlers);
  return workerOf;
}

/** Polls until standby is over, and begins then. Failed polls are retried. */
function beginAfter(isOnStandby: () => Promise<boolean>, begin: () => Promise<void>, warn: (words: string) => void) {
  const ended = new AbortController();
  const loop = (async () => {
    for (;;) {
      await sleep(POLL_STANDBY_MS, undefined, { signal: ended.signal, ref: false });
      try {
        if (await isOnStandby()) continue;
        await begin();
        warn('This shop has taken over: letters leave, and jobs are done.');
        return;
      } catch (error) {
        warn(`It could not be found out whether standby is over: ${(error as Error).message}`);
      }
    }
  })().catch(() => {});
  return {
    async stop() {
      ended.abort();
      await loop;
    },
  };
}

/** Deletes the schedules of an earlier version of the shop that this one does not have. */
async function deleteOldSchedules(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  for (const { name } of await boss.getSchedules()) if (!handlers[name]?.cron) await boss.unschedule(name);
}

/** Every poll of a database that is away fails with the same message: it is logged once a minute. */
function createThrottledWarn(log: Pick<FastifyBaseLogger, 'warn'>): (words: string) => void {
  const loggedAt = new Map<string, number>();
  return (words) => {
    // pg-boss adds the name of the worker.
    const message = words.replace(/ \(Queue: .*\)$/, '');
    if (Date.now() - (loggedAt.get(message) ?? Number.NEGATIVE_INFINITY) < REPEAT_LOG_MS) return;
    if (loggedAt.size > 50) loggedAt.clear();
    loggedAt.set(message, Date.now());
    log.warn(message);
  };
}
