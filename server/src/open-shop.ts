import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { writeTextsInWorker } from './api-document/api-texts.ts';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createDeps } from './create-deps.ts';
import { stockDemoCatalogue } from './features/catalogue/file/stock-demo-catalogue.ts';
import { storeShippedPictures } from './features/catalogue/pictures/shipped-pictures.ts';
import { runStandIn } from './features/payments/paypal/run-stand-in.ts';
import { type FirstOwner, inviteFirstOwner } from './features/staff/invitations/invite-first-owner.ts';
import { loadStorefront } from './pages/storefront.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { connect } from './platform/database/connect.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { readHosts } from './platform/database/pool/hosts.ts';
import { watchChanges } from './platform/database/watch-changes.ts';
import { createResponseCache } from './platform/http/cache/response-cache.ts';
import { isOnStandby } from './platform/installation/standby.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { hasOutboxPage, outboxKey, outboxPath } from './platform/mail/outbox/outbox-link.ts';
import { createTransport } from './platform/mail/send/create-transport.ts';
import { deriveSecrets, findSecret, type Secrets } from './platform/secrets/secrets.ts';
import { createRequestCounts } from './platform/watch/request-counts.ts';
import { shopJobs } from './shop-jobs.ts';

const MEGABYTE = 1024 * 1024;
/** A load balancer polls /ready every second or so: for this long it can learn that the shop is closing. */
const NOTICE_MS = 2_000;
/** The rules of delivery and the details of the shop are read again this often, should an announcement have been lost. */
const RENEW_MS = 20_000;

export type OpenShop = { app: FastifyInstance; welcome: string; close(): Promise<void> };

/** Opens the database, stocks an empty shop and listens. Closing undoes it all, in reverse. */
export async function openShop(config: Config, log: FastifyBaseLogger, say: (line: string) => void): Promise<OpenShop> {
  const database = await openDatabase(config, say, (reason, gone) => {
    log.error(reason);
    if (gone) process.exit(1);
  });
  // Only the message: the error object contains the whole connection.
  const db = connect(database, ({ message }) => log.warn(`Lost a database connection: ${message}`));
  const undo = [() => database.stop(), () => db.$client.end()];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };

  try {
    const responseCache = createResponseCache({
      maxBytes: 48 * MEGABYTE,
      mayCache: () => watch.isListening() && !config.development,
    });
    const counts = config.metrics && createRequestCounts();
    const traces =
      config.traces && (await import('./platform/watch/traces.ts')).openTraces(config.traces, config.trustProxy);
    if (traces) {
      undo.push(() => traces.close());
      db.$client.on('connect', traces.watchStatements);
    }
    const secrets = deriveSecrets(await findSecret(config));
    const deps = createDeps(config, db, { log, secrets, responseCache, counts, traces });
    const { delivery, jobs, shopDetails } = deps;
    await stockDemoCatalogue(deps, say);
    const listeners = {
      onCatalogue: () => responseCache.clear(),
      onSold: () => responseCache.expire(),
      onDelivery: () => delivery.renewSoon(),
      onShop: () => shopDetails.renewSoon(),
      onDesk: deps.live.announce,
    };
    const watch = await watchChanges(database.directUrl ?? database.connectionString, listeners, log);
    undo.push(() => watch.stop());
    await Promise.all([delivery.renew(), shopDetails.renew()]);
    const renewal = setInterval(() => {
      delivery.renewSoon();
      shopDetails.renewSoon();
    }, RENEW_MS).unref();
    undo.push(async () => {
      clearInterval(renewal);
      delivery.stop();
    });

    const transport = createTransport(config);
    undo.push(() => transport.close());
    const isCopy = await isOnStandby(db);
    if (isCopy) log.warn('This is a restored copy on standby: no letters leave, no job is done, nothing is paid for.');
    const work = await startJobs(jobs, shopJobs(deps, transport), log, () => isOnStandby(db));
    undo.push(() => work.stop());
    // After the jobs have begun: on a new database their queues are made then.
    const firstOwner = await inviteFirstOwner(deps, { isCopy });

    if (config.metrics && counts) {
      const { openMetrics } = await import('./platform/watch/open-metrics.ts');
      const metrics = await openMetrics(deps, counts, config.metrics);
      undo.push(() => metrics.close());
    }
    const findStorefront = config.development ? findDevStorefront : loadStorefront;
    const app = await buildApp(deps, findStorefront, writeTextsInWorker(config));
    undo.push(() => app.httpServer.close(app, config.trustProxy ? NOTICE_MS : 0));
    await listen(app, config);
    const stopStoring = new AbortController();
    const storing = storeShippedPictures(deps, stopStoring.signal).catch(({ message }) =>
      log.warn(`The pictures of sizes are not in the database yet: ${message}`),
    );
    undo.push(async () => {
      stopStoring.abort();
      await storing;
    });
    if (config.paypal.pretended) {
      const standIn = await runStandIn(config);
      undo.push(() => standIn.stop());
    }
    return { app, welcome: welcome(config, secrets, isCopy, firstOwner), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Vite is loaded only in development. */
async function findDevStorefront(app: FastifyInstance) {
  const { loadDevStorefront } = await import('./pages/dev-storefront.ts');
  return loadDevStorefront(app);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CannotStart(`Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
    }
    if (code === 'EACCES') throw new CannotStart(`Port ${port} needs special rights. Choose one above 1023 with PORT.`);
    // The last of them without a network: then no name is known.
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new CannotStart(`This machine has no address ${host}. Mend HOST.`);
    throw error;
  }
}

const ON_STANDBY = [
  '  This is a restored copy of Marigold Lane, on standby: look around and practise.',
  '  It sends no letters, takes no payments and tells PayPal nothing. If it is to be the shop from now on,',
  '  close the old one and say so: npm run desk -- shop take-over',
];

function welcome(config: Config, secrets: Secrets, isCopy: boolean, firstOwner: FirstOwner): string {
  const { publicUrl, host, port, dataDir, databaseUrl, paypal } = config;
  const here = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return [
    '',
    ...(isCopy ? ON_STANDBY : ['  Marigold Lane is open.']),
    '',
    `  Shop      ${publicUrl}`,
    ...(new URL(publicUrl).hostname === 'localhost' ? [] : [`  Here      ${here}`]),
    `  Desk      ${publicUrl}/desk${describeDesk(firstOwner)}`,
    `  API       ${publicUrl}/api/docs`,
    `  Data      ${databaseUrl ? `PostgreSQL at ${readHosts(databaseUrl).names.join(', ')}` : dataDir}`,
    `  Payments  ${paypal.pretended ? 'pretended: no money moves' : `PayPal at ${new URL(paypal.apiBase).host}`}`,
    `  Mail      ${describeMail(config, secrets)}`,
    ...(config.metrics ? [`  Metrics   http://${config.metrics.host}:${config.metrics.port}/metrics`] : []),
    ...(config.demo ? ['  Demo      every page and letter says that this is a demonstration'] : []),
    '',
    '  Ctrl-C closes the shop. To change any of this, set the variables listed in docs/settings.md.',
    '',
  ].join('\n');
}

/** Until somebody has joined, the desk says how the first owner gets in. */
function describeDesk(first: FirstOwner): string {
  if (first.state === 'joined') return '';
  if (first.state === 'invited') return `, whose owner is invited: the letter to ${first.email} is in the mail`;
  if (first.state === 'to confirm')
    return ', closed until an owner is let in again: npm run desk -- staff list, then staff invite EMAIL';
  return ', where nobody works yet: npm run desk -- staff invite EMAIL --name NAME --role owner';
}

function describeMail(config: Config, secrets: Secrets): string {
  const { publicUrl, dataDir, smtpUrl } = config;
  if (smtpUrl) return `SMTP at ${new URL(smtpUrl).host}`;
  const place = hasOutboxPage(config) ? `${publicUrl}${outboxPath(outboxKey(secrets))}` : join(dataDir, 'outbox');
  return `pretended: read it at ${place}`;
}
