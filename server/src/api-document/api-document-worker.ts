/** Writes the document of the API in a thread of its own; api-texts.ts starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { buildApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { OWASP_COST } from '#server/features/accounts/passwords/passwords.ts';
import { createDeliveryCache } from '#server/features/delivery/delivery-cache.ts';
import { createPaypal } from '#server/features/payments/paypal/paypal.ts';
import { createShopCache } from '#server/features/shop/shop-cache.ts';
import { connect } from '#server/platform/database/connect.ts';
import { createSendCached } from '#server/platform/http/cache/cached-response.ts';
import { createResponseCache } from '#server/platform/http/cache/response-cache.ts';
import { createRequestIds } from '#server/platform/http/request-id.ts';
import { createJobs } from '#server/platform/jobs/create-jobs.ts';
import { createLive } from '#server/platform/live.ts';
import { createMail } from '#server/platform/mail/create-mail.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { createLog } from '#server/platform/watch/create-log.ts';
import { writeTextsHere } from './api-texts.ts';

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing';

/** The whole shop, which answers nobody: only its routes are read. */
async function openNowhere(config: Config) {
  const db = connect(NOWHERE);
  const clock = { now: () => new Date() };
  const secrets = deriveSecrets('of a shop that answers nobody');
  const jobs = createJobs(db);
  const app = await buildApp({
    config,
    db,
    clock,
    secrets,
    jobs,
    log: createLog('silent', { write() {} }),
    mail: createMail({ clock, jobs, secrets }),
    paypal: createPaypal(config, clock),
    delivery: createDeliveryCache({ db, clock, onChange() {} }),
    shopDetails: createShopCache({ db, onChange() {} }),
    live: createLive(),
    hashCost: OWASP_COST,
    faultPoint: async () => {},
    responseCache: createResponseCache({ maxBytes: 1 }),
    pictureCache: createResponseCache({ maxBytes: 1 }),
    sendCached: createSendCached({}),
    requestId: createRequestIds(config.trustProxy),
    watch: undefined,
  });
  await app.ready();
  return app;
}

parentPort?.postMessage(await writeTextsHere(await openNowhere(workerData as Config)));
