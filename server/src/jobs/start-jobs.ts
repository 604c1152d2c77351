import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import type { JobQueue } from './create-jobs.ts';
import type { JobHandlers } from './jobs.ts';
import { runJobs } from './run-jobs.ts';

/** Someone may be waiting for a letter. */
const LOOK_EVERY_SECONDS = 1;
/** Nobody waits for what the clock starts. */
const LOOK_FOR_CLOCKWORK_EVERY_SECONDS = 15;
const BATCH = 10;
const PATIENCE_MS = 5_000;
const SAME_WORDS_MS = 60_000;
const ASK_STANDBY_EVERY_MS = 3_000;

/**
 * Begins doing what is in the queues, here and in every other process that does the same; `stop` lets go within
 * seconds. On standby jobs are taken and kept, and none is done until it is over.
 */
export async function startJobs(
  jobs: JobQueue,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
  isOnStandby: () => Promise<boolean> = async () => false,
): Promise<{ stop(): Promise<void> }> {
  const boss = await jobs.boss();
  // A database that is away for a moment is not the end: the next look finds it back.
  const say = sayOnce(log);
  boss.on('error', ({ message }) => say(`The job queue had trouble: ${message}`));
  boss.on('warning', ({ message }) => say(`The job queue warns: ${message}`));
  const begin = () => takeUp(boss, handlers, log);
  let waiting = { stop: async () => {} };
  const stop = async () => {
    await waiting.stop();
    await boss.stop({ graceful: true, timeout: PATIENCE_MS });
    await jobs.close();
  };
  try {
    await boss.start();
    for (const queue of Object.keys(handlers)) await jobs.prepare(queue);
    if (await isOnStandby()) waiting = beginAfter(isOnStandby, begin, say);
    else await begin();
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

async function takeUp(boss: PgBoss, handlers: JobHandlers, log: FastifyBaseLogger): Promise<void> {
  for (const [queue, handler] of Object.entries(handlers)) {
    const options = {
      batchSize: BATCH,
      perJobResults: true,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: handler.cron ? LOOK_FOR_CLOCKWORK_EVERY_SECONDS : LOOK_EVERY_SECONDS,
    } as const;
    await boss.work(queue, options, (batch) => runJobs(queue, handler, batch, log));
    if (handler.cron) await boss.schedule(queue, handler.cron, null, { missed: 'once' });
  }
  await forgetOldSchedules(boss, handlers);
}

/** Asks every few seconds whether standby is over, and begins then. A database that is away is asked again. */
function beginAfter(isOnStandby: () => Promise<boolean>, begin: () => Promise<void>, say: (words: string) => void) {
  const ended = new AbortController();
  const loop = (async () => {
    for (;;) {
      await sleep(ASK_STANDBY_EVERY_MS, undefined, { signal: ended.signal, ref: false });
      try {
        if (await isOnStandby()) continue;
        await begin();
        say('This shop has taken over: letters leave, and jobs are done.');
        return;
      } catch (error) {
        say(`It could not be found out whether standby is over: ${(error as Error).message}`);
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
