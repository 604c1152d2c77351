import type { FastifyBaseLogger } from 'fastify';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { runFor } from '#server/platform/watch/current-request.ts';
import type { JobHandler } from './jobs.ts';

type Job = { id: string; data: unknown };
export type JobOutcome = { id: string; status: 'completed' | 'failed'; output?: { message: string } };

/** Runs these jobs, a few at a time, and reports the outcome of each. One that fails does not stop the others. */
export async function runJobs(
  queue: string,
  { work, atOnce = 1 }: JobHandler,
  jobs: readonly Job[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<JobOutcome[]> {
  const waiting = [...jobs];
  const outcomes: JobOutcome[] = [];
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      outcomes.push(await runFor({ id: `job-${job.id}` }, () => runOne(queue, work, job, log)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
  return outcomes;
}

async function runOne(
  queue: string,
  work: JobHandler['work'],
  { id, data }: Job,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<JobOutcome> {
  try {
    await work(data);
    return { id, status: 'completed' };
  } catch (error) {
    const { message } = describeFailure(error);
    log.warn(`A job of ${queue} failed and will be tried again: ${message}`);
    return { id, status: 'failed', output: { message } };
  }
}
