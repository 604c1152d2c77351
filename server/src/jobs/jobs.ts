import type { Transaction } from '../database/connect.ts';

export type Jobs = {
  /** Adds work to a queue, within the transaction: it is done if and only if that commits. */
  add(tx: Transaction, queue: string, data: object, options?: JobOptions): Promise<void>;
};

export type JobOptions = {
  /** While a job with the same key waits or is being done, another one is not added. */
  key?: string;
  /** Not before this many seconds. */
  afterSeconds?: number;
  /** If it fails, it comes again after this many seconds at the latest; a quarter of an hour unless told. */
  longestWaitSeconds?: number;
};

export type JobHandler = {
  /**
   * Does one job. Throwing means that it is not done: it comes again, later each time, for as long as it takes. A crash
   * may bring one back that was done already, so doing it twice must be harmless.
   */
  work(data: object): Promise<void>;
  /** How many of these one process does at a time; one unless told. */
  atOnce?: number;
  /** Also done by the clock, in UTC: minute, hour, day of the month, month, weekday. */
  cron?: string;
};

/** What is done in which queue; every feature gives its own. */
export type JobHandlers = Record<string, JobHandler>;
