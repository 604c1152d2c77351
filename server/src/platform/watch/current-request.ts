import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Sender } from '#server/platform/concurrency-limit.ts';

/** What is being worked on: a request, or a job. */
export type CurrentRequest = {
  /** As it stands in the log and in the header `x-request-id`. */
  id: string;
  /** What statements of the database are children of; none while nothing is traced. */
  span?: Span | undefined;
  /** In whose turn it is worked on: a network at first, a person once one is known. None of a job. */
  sender?: Sender;
  /** For so long the answer was held on purpose: the shop was no slower for it. */
  heldMs?: number;
};

const storage = new AsyncLocalStorage<CurrentRequest>();

/** The request or job that the caller works for; none in what the clock starts. */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore();

export const runFor = <T>(current: CurrentRequest, work: () => T): T => storage.run(current, work);
