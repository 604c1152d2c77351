import type { FastifyBaseLogger } from 'fastify';
import type { JobQueue } from '../jobs/create-jobs.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import { runJobs } from '../jobs/run-jobs.ts';

/**
 * Runs all queued jobs, and those they queue, until none is left, without waiting for delays. Each job is tried once:
 * one that fails is queued again afterwards. Returns the messages of the failures.
 */
export async function runWaitingJobs(jobs: JobQueue, handlers: JobHandlers, log: FastifyBaseLogger): Promise<string[]> {
  const boss = await jobs.boss();
  const failed: { queue: string; id: string; message: string }[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const [queue, handler] of Object.entries(handlers)) {
      await jobs.prepare(queue);
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
  for (const { queue, id, message } of failed) await boss.fail(queue, id, { message });
  return failed.map(({ message }) => message);
}
