import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { JobQueue } from './create-jobs.ts';
import { doJobs } from './do-jobs.ts';
import type { JobHandlers } from './jobs.ts';

/** Someone may be waiting for a letter. */
const LOOK_EVERY_SECONDS = 1;
/** Nobody waits for what the clock starts. */
const LOOK_FOR_CLOCKWORK_EVERY_SECONDS = 15;
const BATCH = 10;
const PATIENCE_MS = 5_000;
const SAME_WORDS_MS = 60_000;

/** Begins doing what is in the queues, here and in every other process that does the same; `stop` lets go within seconds. */
export async function startJobs(
  jobs: JobQueue,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
): Promise<{ stop(): Promise<void> }> {
  const boss = await jobs.boss();
  // A database that is away for a moment is not the end: the next look finds it back.
  const say = sayOnce(log);
  boss.on('error', ({ message }) => say(`The job queue had trouble: ${message}`));
  boss.on('warning', ({ message }) => say(`The job queue warns: ${message}`));
  const stop = async () => {
    await boss.stop({ graceful: true, timeout: PATIENCE_MS });
    await jobs.close();
  };
  try {
    await boss.start();
    await takeUp(boss, jobs, handlers, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function takeUp(boss: PgBoss, jobs: JobQueue, handlers: JobHandlers, log: FastifyBaseLogger): Promise<void> {
  for (const [queue, handler] of Object.entries(handlers)) {
    await jobs.prepare(queue);
    const options = {
      batchSize: BATCH,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: handler.cron ? LOOK_FOR_CLOCKWORK_EVERY_SECONDS : LOOK_EVERY_SECONDS,
    } as const;
    await boss.work(queue, options, (batch) => doJobs(queue, handler, batch, log));
    if (handler.cron) await boss.schedule(queue, handler.cron, null, { missed: 'once' });
  }
  await forgetOldSchedules(boss, handlers);
}

/** What an earlier version of the shop did by the clock and this one does not. */
async function forgetOldSchedules(boss: PgBoss, handlers: JobHandlers): Promise<void> {
  for (const { name } of await boss.getSchedules()) if (!handlers[name]?.cron) await boss.unschedule(name);
}

/** Every look at a database that is away fails with the same words: once a minute is enough. */
function sayOnce(log: Pick<FastifyBaseLogger, 'warn'>): (words: string) => void {
  const said = new Map<string, number>();
  return (words) => {
    // pg-boss adds which of its workers met it.
    const gist = words.replace(/ \(Queue: .*\)$/, '');
    if (Date.now() - (said.get(gist) ?? Number.NEGATIVE_INFINITY) < SAME_WORDS_MS) return;
    if (said.size > 50) said.clear();
    said.set(gist, Date.now());
    log.warn(gist);
  };
}
