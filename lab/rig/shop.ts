import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Product } from '#contract/products.ts';
import { findRunningDatabase } from '#server/platform/database/embedded/find-running-database.ts';
import { findPort, firstAnswer, startChild } from './children.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
/** The server as scripts/start.mjs starts it. */
export const serverIn = (root: string): string[] => ['--max-semi-space-size=2', join(root, 'server/src/main.ts')];

type Location = { url: string; pid: number; dataDir: string; connectionString: string };
export type Shop = Location & AsyncDisposable & { stop(): Promise<void> };

/** A folder for one shop's data, deleted by its disposal. */
export async function makeDataDir(): Promise<AsyncDisposable & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-bench-'));
  return { dataDir, [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) };
}

/** The settings of a shop on this machine only, without whatever the caller's environment says. */
export function shopSettings(dataDir: string, port: number, root = ROOT): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: join(root, 'build', 'compile-cache'),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
  };
}

/**
 * A shop as the customer meets it: a process of its own with a PostgreSQL of its own and the demonstration bouquets. With
 * `root` it is that of another checkout.
 */
export async function openShop(settings: NodeJS.ProcessEnv = {}, root = ROOT): Promise<Shop> {
  await using opening = new AsyncDisposableStack();
  const { dataDir } = opening.use(await makeDataDir());
  const shop = opening.use(await reopenShop(dataDir, settings, undefined, root));
  const all = opening.move();
  const stop = () => all.disposeAsync();
  return { ...shop, stop, [Symbol.asyncDispose]: stop };
}

/** The same on a folder that stays when the shop stops. */
export async function reopenShop(
  dataDir: string,
  settings: NodeJS.ProcessEnv = {},
  port?: number,
  root = ROOT,
): Promise<Shop> {
  const { url, child, isOpen } = spawnServer(dataDir, port ?? (await findPort()), settings, root);
  try {
    await isOpen;
    const connectionString = await findRunningDatabase(dataDir);
    if (!connectionString) throw new Error('The shop answers, but its database cannot be found.');
    return { url, pid: child.pid, dataDir, connectionString, stop: child.stop, [Symbol.asyncDispose]: child.stop };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** Starts the server as scripts/start.mjs does; `isOpen` resolves with the milliseconds until its first page of bouquets. */
export function spawnServer(dataDir: string, port: number, settings: NodeJS.ProcessEnv = {}, root = ROOT) {
  const url = `http://127.0.0.1:${port}`;
  const start = performance.now();
  const child = startChild(process.execPath, serverIn(root), {
    cwd: root,
    env: { ...shopSettings(dataDir, port, root), ...settings },
  });
  // A limit: the whole of a large list takes longer than opening.
  const isOpen = firstAnswer(child, `${url}/api/products/?limit=24`).then((at) => at - start);
  return { url, child, isOpen };
}

export async function listBouquets({ url }: Pick<Shop, 'url'>): Promise<Product[]> {
  const response = await fetch(`${url}/api/products/?limit=100`);
  return (await response.json()) as Product[];
}

export async function firstBouquet(shop: Pick<Shop, 'url'>): Promise<Product> {
  const [bouquet] = await listBouquets(shop);
  if (!bouquet) throw new Error('The shop is empty.');
  return bouquet;
}
