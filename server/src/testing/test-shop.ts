import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDeps } from '#server/create-deps.ts';
import type { Deps } from '#server/deps.ts';
import type { Storefront } from '#server/pages/storefront.ts';
import type { Transport } from '#server/platform/mail/send/transport.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { createLog } from '#server/platform/watch/create-log.ts';
import { createRequestCounts } from '#server/platform/watch/request-counts.ts';
import type { RequestTraces } from '#server/platform/watch/request-watch.ts';
import { shopJobs } from '#server/shop-jobs.ts';
import { decodeOnce } from './decode-once.ts';
import { runWaitingJobs } from './run-waiting-jobs.ts';
import { createRecordingTransport } from './servers/recording-transport.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const TEST_NOW = new Date('2026-11-16T09:46:00Z');
/** The level of an error in a line of the log. */
const ERROR = 50;
const CHEAP = { memory: 8, passes: 1 };
export const TEST_SECRET = 'a secret for tests, the same in each of them';

type Options = {
  now?: Date;
  /** An existing database instead of a new one; closing the shop drops it all the same. */
  database?: TestDatabase;
  env?: Record<string, string>;
  storefront?: Storefront;
  transport?: Transport;
  traces?: RequestTraces;
  /** Called at each fault point of a payment; what it throws ends the work there, as a crash would. */
  onPoint?: (point: string) => void | Promise<void>;
  /** What this shop has instead of what the shops of tests have. */
  overrides?: Partial<Omit<Deps, 'jobs'>>;
};
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
type Call = { body?: unknown; token?: string; headers?: Record<string, string>; remoteAddress?: string };

/**
 * A whole shop on a database of its own. The clock stands still, jobs run when the test says so, letters are recorded.
 */
export async function openTestShop({
  now = TEST_NOW,
  database: given,
  env = {},
  storefront,
  transport,
  onPoint,
  traces,
  overrides = {},
}: Options = {}) {
  const database = given ?? (await createTestDatabase());
  // It has a public URL, but does not listen: the settings that a public shop needs are not required.
  const config = readConfig({ PUBLIC_URL: 'https://shop.example', ...env }, { opens: false });
  const lines: Record<string, unknown>[] = [];
  const failures: unknown[] = [];
  const write = (line: string) => {
    const entry = JSON.parse(line);
    lines.push(entry);
    if (entry.level >= ERROR) failures.push(entry);
  };
  const log = createLog(env.LOG_LEVEL ? config.logLevel : 'error', { write });
  const clock = { now: () => now };
  const counts = createRequestCounts();
  const deps = createDeps(config, database.db, {
    log,
    clock,
    secrets: deriveSecrets(TEST_SECRET),
    counts,
    traces,
    // People who sign up are in most tests; how dear it is to guess their passwords is for a test of its own.
    hashCost: CHEAP,
    decodePhoto: decodeOnce,
    faultPoint: async (point) => onPoint?.(point),
    ...overrides,
  });
  const { jobs } = deps;
  // Nobody listens for changes: a test renews them.
  await Promise.all([deps.delivery.renew(), deps.shopDetails.renew()]);
  const recording = createRecordingTransport(config.publicUrl);
  const handlers = shopJobs(deps, transport ?? recording.transport);
  const app = await buildApp(deps, storefront ? async () => storefront : undefined);

  const tryJobs = () => runWaitingJobs({ db: database.db, jobs, log }, handlers);
  const call = async (
    method: Method,
    url: string,
    { body, token, headers = {}, remoteAddress = '127.0.0.1' }: Call = {},
  ) => {
    const response = await app.inject({
      method,
      url,
      remoteAddress,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body,
      json: () => response.json(),
    };
  };

  return {
    app,
    deps,
    /** The handler of each queue: a test can call those that the clock starts. */
    handlers,
    /** What was answered, as the metrics count it. */
    counts,
    /** What was logged. */
    lines,
    /** What was logged as an error: a healthy run logs none. */
    failures,
    connectionString: database.connectionString,
    call,
    get: (url: string, headers: Record<string, string> = {}) => call('GET', url, { headers }),
    post: (url: string, body: unknown, headers: Record<string, string> = {}) => call('POST', url, { body, headers }),
    setNow(date: Date) {
      now = date;
    },
    /** Runs all queued jobs, and those they queue, at once. Returns the messages of the failures. */
    tryJobs,
    /** The same where none may fail. */
    async doJobs() {
      const failed = await tryJobs();
      if (failed.length > 0) throw new Error(`These jobs failed: ${failed.join(' ')}`);
    },
    /** The letters that have arrived, in order. */
    letters: () => [...recording.received],
    async close() {
      await app.close();
      await jobs.close();
      await database.drop();
    },
  };
}
