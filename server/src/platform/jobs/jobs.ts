import type { Transaction } from '#server/platform/database/connect.ts';

export type Jobs = {
  /** Adds a job to a queue, within the transaction: it runs if and only if that commits. */
  add(tx: Transaction, queue: string, data: object, options?: JobOptions): Promise<void>;
  /** The same for several at once. */
  addAll(tx: Transaction, queue: string, jobs: (JobOptions & { data: object })[]): Promise<void>;
};

export type JobOptions = {
  /** While a job with the same key is queued or running, another one is not added. */
  key?: string;
  /** Not before this many seconds. */
  afterSeconds?: number;
  /** If it fails, it is retried after this many seconds at the latest; a quarter of an hour by default. */
  longestWaitSeconds?: number;
};

export type JobHandler = {
  /**
   * Does one job. If it throws, the job is retried with growing delays, for as long as it takes. A crash may bring back
   * a job that was done already, so doing it twice must be harmless. The payload is parsed by `withPayload`.
   */
  work: (data: unknown) => Promise<void>;
  /** How many of these one process does at a time; one by default. */
  atOnce?: number;
  /** Also started by the clock, in UTC: minute, hour, day of the month, month, weekday. */
  cron?: string;
};

/** The handler of each queue; every feature has its own. */
export type JobHandlers = Record<string, JobHandler>;
