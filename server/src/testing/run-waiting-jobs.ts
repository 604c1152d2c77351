import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/platform/database/connect.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { JOBS_SCHEMA, type JobQueue } from '#server/platform/jobs/create-jobs.ts';
import type { JobHandlers } from '#server/platform/jobs/jobs.ts';
import { runJobs } from '#server/platform/jobs/run-jobs.ts';

type Shop = { db: Database; jobs: JobQueue; log: FastifyBaseLogger };

/**
 * Runs all queued jobs, and those they queue, until none is left, without waiting for delays. Each job is tried once:
 * one that fails is queued again afterwards. Returns the messages of the failures.
 */
export async function runWaitingJobs({ db, jobs, log }: Shop, handlers: JobHandlers): Promise<string[]> {
  const failed: { queue: string; id: string; message: string }[] = [];
  for (let found = true; found; ) {
    found = false;
    // Most queues are empty most of the time: only those that are not are asked.
    for (const queue of await listWaiting(db)) {
      const handler = handlers[queue];
      if (!handler) continue;
      const boss = await jobs.boss();
      // One by one, the oldest first: a batch has no order.
      const batch = await boss.fetch<object>(queue, { ignoreStartAfter: true });
      if (batch.length === 0) continue;
      found = true;
      for (const { id, status, output } of await runJobs(queue, handler, batch, log)) {
        if (status === 'completed') await boss.complete(queue, id);
        else failed.push({ queue, id, message: output?.message ?? '' });
      }
    }
  }
  if (failed.length === 0) return [];
  const boss = await jobs.boss();
  for (const { queue, id, message } of failed) await boss.fail(queue, id, { message });
  return failed.map(({ message }) => message);
}

async function listWaiting(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from ${sql.identifier(JOBS_SCHEMA)}.job where state in ('created', 'retry')
    group by name order by min(created_on)
  `);
  return rows.map(({ name }) => name);
}
