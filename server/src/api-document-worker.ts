/** Writes the document of the API in a thread of its own; api-texts.ts starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { OWASP_COST } from './accounts/passwords.ts';
import { writeTextsHere } from './api-texts.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connect } from './database/connect.ts';
import { createDeliveryCache } from './delivery/delivery-cache.ts';
import { createSendCached } from './http/cached-response.ts';
import { createRequestIds } from './http/request-id.ts';
import { createResponseCache } from './http/response-cache.ts';
import { createJobs } from './jobs/create-jobs.ts';
import { createLive } from './live.ts';
import { createMail } from './mail/create-mail.ts';
import { createPaypal } from './payments/paypal.ts';
import { deriveSecrets } from './secrets.ts';
import { createShopCache } from './shop/shop-cache.ts';
import { createLog } from './watch/create-log.ts';

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
