import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import type { SendCached } from './http/cached-response.ts';
import type { ResponseCache } from './http/response-cache.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Paypal } from './payments/paypal.ts';
import type { Secrets } from './secrets.ts';

/** What verbs are given: made in main.ts, or in a test. */
export type Deps = {
  config: Config;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  secrets: Secrets;
  jobs: Jobs;
  mail: Mail;
  paypal: Paypal;
  /** Named points at which a test may end the process; elsewhere they are nothing. */
  faultPoint(point: string): Promise<void>;
  /** Answers that are the same for everyone, kept until the catalogue changes. */
  responseCache: ResponseCache;
  /** Files of pictures, which never change. */
  pictureCache: ResponseCache;
  /** Gives an answer of either shelf, with the headers of all answers. */
  sendCached: SendCached;
};
