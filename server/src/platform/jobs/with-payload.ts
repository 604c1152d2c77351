import type * as z from 'zod';
import { parseStored } from '#server/platform/parse-stored.ts';
import type { JobHandler } from './jobs.ts';

/**
 * Work on a payload of this shape; any other fails the job before the work begins. Jobs queued by older versions must
 * fit.
 */
export const withPayload =
  <T>(schema: z.ZodType<T>, work: (payload: T) => Promise<void>): JobHandler['work'] =>
  async (data) =>
    work(parseStored(schema, 'The payload of the job', data));
