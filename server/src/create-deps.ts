import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { OWASP_COST } from './features/accounts/passwords/passwords.ts';
import { decodeInChild } from './features/claims/photos/decode-in-child.ts';
import { createDeliveryCache } from './features/delivery/delivery-cache.ts';
import { createPaypal } from './features/payments/paypal/paypal.ts';
import { createShopCache } from './features/shop/shop-cache.ts';
import type { Database } from './platform/database/connect.ts';
import { describeFailure } from './platform/describe-failure.ts';
import { createFaultPoint } from './platform/fault-points.ts';
import { createSendCached } from './platform/http/cache/cached-response.ts';
import { createResponseCache } from './platform/http/cache/response-cache.ts';
import { createRequestIds } from './platform/http/request-id.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { createJobs, type JobQueue } from './platform/jobs/create-jobs.ts';
import { createLive } from './platform/live.ts';
import { createMail } from './platform/mail/create-mail.ts';
import type { RequestCounts } from './platform/watch/request-counts.ts';
import { createRequestWatch, type RequestTraces } from './platform/watch/request-watch.ts';

const MEGABYTE = 1024 * 1024;

type Given = Pick<Deps, 'log' | 'secrets'> &
  Partial<Omit<Deps, 'operator'>> & {
    jobs?: JobQueue;
    counts?: RequestCounts | undefined;
    traces?: RequestTraces | undefined;
  };

/** All that verbs get, put together here alone; what is given is used instead of the shop's own. A shop that listens has no operator. */
export function createDeps(config: Config, db: Database, { counts, traces, ...given }: Given) {
  const { log, secrets, clock = { now: () => new Date() }, jobs = createJobs(db) } = given;
  const { responseCache = createResponseCache({ maxBytes: 16 * MEGABYTE }) } = given;
  const requestId = createRequestIds(config.trustProxy);
  const onChange = () => responseCache.clear();
  const warn = (what: string) => (error: unknown) =>
    log.warn({ err: describeFailure(error) }, `The ${what} could not be read`);
  const deps: Omit<Deps, 'jobs'> & { jobs: JobQueue } = {
    config,
    db,
    clock,
    jobs,
    responseCache,
    requestId,
    mail: createMail({ clock, jobs, secrets }),
    paypal: createPaypal(config, clock),
    delivery: createDeliveryCache({ db, clock, onChange, onFailure: warn('rules of delivery') }),
    shopDetails: createShopCache({ db, onChange, onFailure: warn('details of the shop') }),
    live: createLive(),
    hashCost: OWASP_COST,
    decodePhoto: decodeInChild,
    faultPoint: createFaultPoint(config),
    pictureCache: createResponseCache({ maxBytes: 24 * MEGABYTE }),
    sendCached: createSendCached(securityHeaders(config)),
    watch: createRequestWatch({ config, log, requestId, counts, traces }),
    ...given,
  };
  return deps;
}
