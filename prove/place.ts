import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningDatabase } from '#server/database/find-running-database.ts';
import { type Child, firstAnswer, startChild, stopChildren } from '../bench/children.ts';
import { listPostgres } from '../bench/processes.ts';
import { makeDataDir, ROOT, SERVER, shopSettings } from '../bench/shop.ts';
import { type Client, makeClient } from '../paypal-stand-in/testing/test-stand-in.ts';

const PORTS = { shop: 4600, provider: 4601 };
export const SHOP = `http://127.0.0.1:${PORTS.shop}`;
const PROVIDER = `http://127.0.0.1:${PORTS.provider}`;

export type OpenShop = {
  hasEnded(): boolean;
  /** True if its process is gone within that time. */
  ends(withinMs: number): Promise<boolean>;
  /** As a power cut would. */
  kill(): Promise<void>;
};

/** One shop's data and one provider, which lives on while the shop is killed and opened again. */
export type Place = {
  provider: Client;
  /** Opens the shop; undefined if it met its crash point before it first answered. */
  openShop(crashAt?: string): Promise<OpenShop | undefined>;
  /** How to reach the database, which a killed shop leaves running until the next one opens. */
  database(): string;
  query<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
};

export async function openPlace(): Promise<Place> {
  const { dataDir, remove } = await makeDataDir();
  let connectionString = '';
  const close = async () => {
    await stopChildren();
    await endPostgres(dataDir);
    await remove();
  };
  const openShop = async (crashAt?: string) => {
    const child = startChild(process.execPath, SERVER, { cwd: ROOT, env: settingsOf(dataDir, crashAt) });
    try {
      await firstAnswer(child, `${SHOP}/api/products/`, 60_000);
      const found = await findRunningDatabase(dataDir);
      if (!found) throw new Error(`The database of the shop cannot be found.\n${child.words()}`);
      connectionString = found;
    } catch (error) {
      if (crashAt && child.hasEnded()) return undefined;
      throw error;
    }
    return toShop(child);
  };
  try {
    const provider = await openProvider(join(dataDir, 'provider'));
    const query: Place['query'] = (text, values) => ask(connectionString, text, values);
    return { provider, openShop, database: () => connectionString, query, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const settingsOf = (dataDir: string, crashAt?: string): NodeJS.ProcessEnv => ({
  ...shopSettings(dataDir, PORTS.shop),
  TRUST_PROXY: '127.0.0.1',
  PAYPAL_CLIENT_ID: 'stand-in-client',
  PAYPAL_CLIENT_SECRET: 'stand-in-secret',
  PAYPAL_WEBHOOK_ID: 'STANDINWEBHOOK001',
  PAYPAL_API_BASE: PROVIDER,
  ...(crashAt && { CRASH_AT: crashAt }),
});

async function openProvider(data: string): Promise<Client> {
  const child = startChild(process.execPath, [join(ROOT, 'paypal-stand-in', 'main.ts')], {
    cwd: ROOT,
    env: {
      PAYPAL_STAND_IN_PORT: String(PORTS.provider),
      PAYPAL_STAND_IN_DATA: data,
      PAYPAL_STAND_IN_WEBHOOK_URL: `${SHOP}/api/payments/paypal/webhook/`,
    },
  });
  await firstAnswer(child, `${PROVIDER}/standin/ledger`, 20_000);
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
  return { hasEnded: child.hasEnded, ends, kill };
}

async function ask<T extends object>(connectionString: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, statement_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A killed shop leaves its PostgreSQL running; nobody opens this one again. */
async function endPostgres(dataDir: string): Promise<void> {
  const isOurs = (pid: number) => commandOf(pid).includes(dataDir);
  const [postmaster] = listPostgres(dataDir);
  if (!postmaster || !isOurs(postmaster)) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(postmaster, signal);
    for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) if (!isOurs(postmaster)) return;
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
