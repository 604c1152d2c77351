import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { type Client, makeClient } from '../../paypal-stand-in/testing/test-stand-in.ts';
import { type Child, firstAnswer, startChild, stopChildren } from '../rig/children.ts';
import { type HttpClient, openHttpClient } from '../rig/http-client.ts';
import { runQuery } from '../rig/run-query.ts';
import { makeDataDir, ROOT, spawnServer } from '../rig/shop.ts';
import { cleaningUp } from './clean-up.ts';
import { endPostgres } from './end-postgres.ts';
import { countDeadlocks, GIVEN_SERVER, makeDatabase } from './given-server.ts';

/** The proof has ten ports from here on; another run on the same machine needs others. */
const FIRST_PORT = Number(process.env.PROVE_PORT ?? 4600);
export const PORTS = { shop: FIRST_PORT, provider: FIRST_PORT + 1, behind: FIRST_PORT + 2, proxy: FIRST_PORT + 3 };
export const SHOP = `http://127.0.0.1:${PORTS.shop}`;
const PROVIDER = `http://127.0.0.1:${PORTS.provider}`;

export type OpenShop = {
  pid: number;
  hasEnded(): boolean;
  ends(withinMs: number): Promise<boolean>;
  kill(): Promise<void>;
  words(): string;
};

/** `root` is the folder of another version of the shop. */
export type HowToOpen = { crashAt?: string; port?: number; settings?: NodeJS.ProcessEnv; root?: string };

/** What the buyers were told and what was there before, to be found again. */
export type Promised = {
  soldBefore: number;
  /** Orders of which the shop said that they are paid. */
  paid: Set<number>;
  /** The number of the last note of an order that the shop accepted. */
  notes: Map<number, number>;
};

/** One shop's data and one provider, which goes on running while the shop is killed and opened again. */
export type TestEnvironment = AsyncDisposable & {
  provider: Client;
  /** Opens a connection for each request: one that a killed shop left behind would fail the next request too. */
  client: HttpClient;
  dataDir: string;
  /** The settings by which a program of the shop finds an external database. */
  given: NodeJS.ProcessEnv;
  /** Opens the shop; undefined if it met its fault point before it first answered. */
  openShop(how?: HowToOpen): Promise<OpenShop | undefined>;
  /** The connection string of the database, which a killed shop leaves running until the next one opens. */
  database(): string;
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  /** The deadlocks that PostgreSQL logged, with their statements. */
  deadlocks(): Promise<string[]>;
  promised: Promised;
};

/** A PostgreSQL that is there already: started by the proof itself, which may want it stopped with the shop. */
export type StartedServer = { connectionString: string; settings?: NodeJS.ProcessEnv; stop?(): Promise<void> };

/** Whether the shop starts a PostgreSQL of its own or is given one. */
export type Keeping = 'embedded' | 'given' | StartedServer;

/** A server of the proof's own, unless DATABASE_URL names one: then every shop uses that. */
async function openGiven(keeping: Keeping, dataDir: string) {
  if (typeof keeping === 'object') return { stop: async () => {}, ...keeping };
  if (GIVEN_SERVER) return makeDatabase(GIVEN_SERVER);
  return keeping === 'given' ? startEmbeddedPostgres({ dataDir: join(dataDir, 'given'), connections: 150 }) : undefined;
}

export async function openTestEnvironment(
  keeping: Keeping = 'embedded',
  providerUrl = PROVIDER,
): Promise<TestEnvironment> {
  const folder = await makeDataDir();
  const { dataDir } = folder;
  const given = await openGiven(keeping, dataDir);
  const named = typeof keeping === 'object' ? keeping : undefined;
  const settingsOfGiven = given ? { DATABASE_URL: given.connectionString, JWT_SECRET: SECRET, ...named?.settings } : {};
  let connectionString = given?.connectionString ?? '';
  const close = cleaningUp(async () => {
    await stopChildren();
    await given?.stop();
    await endPostgres(dataDir);
    await folder[Symbol.asyncDispose]();
  });
  const openShop: TestEnvironment['openShop'] = async ({ crashAt, port = PORTS.shop, settings = {}, root } = {}) => {
    const all = { ...SETTINGS, ...settingsOfGiven, ...(crashAt && { CRASH_AT: crashAt }), ...settings };
    const { child, isOpen } = spawnServer(dataDir, port, all, root);
    try {
      await isOpen;
      connectionString = given?.connectionString ?? (await requireDatabase(dataDir, child));
    } catch (error) {
      if (crashAt && child.hasEnded()) return undefined;
      throw error;
    }
    return toShop(child);
  };
  const provider = await openProvider(join(dataDir, 'provider'), providerUrl);
  const query: TestEnvironment['query'] = (text, values) =>
    runQuery(connectionString, text, values, { statement_timeout: 10_000 });
  const deadlocks = async () =>
    GIVEN_SERVER || named ? countDeadlocks(connectionString) : readDeadlocks(given ? join(dataDir, 'given') : dataDir);
  return {
    provider,
    client: openHttpClient({ origin: SHOP, keepAlive: false, timeoutMs: 20_000 }),
    dataDir,
    given: settingsOfGiven,
    openShop,
    database: () => connectionString,
    query,
    deadlocks,
    promised: { soldBefore: 0, paid: new Set(), notes: new Map() },
    [Symbol.asyncDispose]: close,
  };
}

export async function requireOpen(env: TestEnvironment, how?: HowToOpen): Promise<OpenShop> {
  const shop = await env.openShop(how);
  if (!shop) throw new Error('The shop did not open.');
  return shop;
}

/** What was delivered yesterday can be complained about. */
export const deliverYesterday = ({ query }: TestEnvironment, orderId: number) =>
  query("update orders set delivery_date = (now() - interval '1 day')::date where id = $1", [orderId]);

/** Whether the shop answers that path with success within three seconds. */
export async function isOk(path: string): Promise<boolean> {
  const response = await fetch(`${SHOP}${path}`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => {});
  return response?.ok ?? false;
}

async function requireDatabase(dataDir: string, child: Child): Promise<string> {
  const found = await findRunningDatabase(dataDir);
  if (!found) throw new Error(`The database of the shop cannot be found.\n${child.words()}`);
  return found;
}

function readDeadlocks(dataDir: string): string[] {
  const [, ...found] = readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('deadlock detected');
  return found.map((rest) => `deadlock: ${rest.split('\n').slice(1, 9).join(' ')}`);
}

const SECRET = 'a secret of the proof, at least thirty-two characters long';

/** Of every shop of a proof, and of the florist's command beside it. */
export const SETTINGS: NodeJS.ProcessEnv = {
  PUBLIC_URL: SHOP,
  TRUST_PROXY: '127.0.0.1',
  PAYPAL_CLIENT_ID: 'stand-in-client',
  PAYPAL_CLIENT_SECRET: 'stand-in-secret',
  PAYPAL_WEBHOOK_ID: 'STANDINWEBHOOK001',
  PAYPAL_API_BASE: PROVIDER,
};

async function openProvider(data: string, url: string): Promise<Client> {
  const child = startChild(process.execPath, [join(ROOT, 'paypal-stand-in', 'main.ts')], {
    cwd: ROOT,
    env: {
      PAYPAL_STAND_IN_PORT: String(PORTS.provider),
      PAYPAL_STAND_IN_URL: url,
      PAYPAL_STAND_IN_DATA: data,
      PAYPAL_STAND_IN_WEBHOOK_URL: `${SHOP}/api/payments/paypal/webhook/`,
    },
  });
  await firstAnswer(child, `${PROVIDER}/standin/ledger`);
  return makeClient(PROVIDER);
}

function toShop(child: Child): OpenShop {
  const ends = async (withinMs: number) => {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline && !child.hasEnded(); ) await sleep(10);
    return child.hasEnded();
  };
  const kill = async () => {
    if (!child.hasEnded()) process.kill(child.pid, 'SIGKILL');
    if (!(await ends(5_000))) throw new Error('The shop does not end.');
  };
  return { pid: child.pid, hasEnded: child.hasEnded, ends, kill, words: () => child.words().slice(-4_000) };
}
