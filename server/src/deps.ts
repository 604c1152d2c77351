import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { HashCost } from './features/accounts/passwords/passwords.ts';
import type { DecodePhoto } from './features/claims/photos/decode-in-child.ts';
import type { DeliveryCache } from './features/delivery/delivery-cache.ts';
import type { Paypal } from './features/payments/paypal/paypal.ts';
import type { ShopCache } from './features/shop/shop-cache.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/connect.ts';
import type { SendCached } from './platform/http/cache/cached-response.ts';
import type { ResponseCache } from './platform/http/cache/response-cache.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Live } from './platform/live.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { RequestWatch } from './platform/watch/request-watch.ts';

/** What verbs get as their first argument, made in create-deps.ts. */
export type Deps = {
  config: Config;
  db: Database;
  clock: Clock;
  log: FastifyBaseLogger;
  secrets: Secrets;
  jobs: Jobs;
  mail: Mail;
  paypal: Paypal;
  /** The rules of delivery, renewed within seconds of a change. */
  delivery: DeliveryCache;
  /** Who sells, renewed within seconds of a change. */
  shopDetails: ShopCache;
  /** What changes at the desk, whichever process changed it. */
  live: Live;
  /** What hashing a password costs; in tests next to nothing. */
  hashCost: HashCost;
  /** Draws a photo anew in a process of its own; in tests each photo once. */
  decodePhoto: DecodePhoto;
  /** A named point at which a test may end the process; in the shop it does nothing. */
  faultPoint(point: string): Promise<void>;
  /** Responses that are the same for everyone, cached until the catalogue changes. */
  responseCache: ResponseCache;
  /** Files of pictures, which never change. */
  pictureCache: ResponseCache;
  /** Sends a response of either cache, with the headers that all responses have. */
  sendCached: SendCached;
  /** The id of each request, by which the log, an error answer and a letter of trouble name it. */
  requestId(request: IncomingMessage): string;
  /** Counts, logs and traces requests; none where nothing of this is wanted. */
  watch: RequestWatch | undefined;
  /** The user of the machine who runs a command of the desk; never where the shop listens. */
  operator?: string;
};
