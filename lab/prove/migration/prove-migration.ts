import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listMigrations, migrate } from '#server/platform/database/migrate/migrate.ts';
import { createRandom, type Random } from '#server/testing/random.ts';
import { startChild } from '../../rig/children.ts';
import { createCustomer } from '../../rig/customer.ts';
import { figure } from '../../rig/table.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { type OpenShop, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { compareContents, copyDatabase, inDatabase, makeOld, readContents } from './old-databases.ts';

const KILLS = 5;
const BUYERS = 5;
const MIGRATE = fileURLToPath(new URL('./migrate-once.ts', import.meta.url));

/** The migration of a database of every earlier version is killed: no row is lost, and the next shop opens. */
export const migration: Proof = {
  name: 'migration',
  about: 'kills the migration of a database of every earlier version, and lets two shops migrate it at once',
  ownDatabase: true,
  async prove(options, log) {
    await using env = await openTestEnvironment('given');
    const shop = await requireOpen(env);
    for (let buyer = 0; buyer < BUYERS; buyer++) await buy(env);
    await shop.kill();
    const random = createRandom(options.seed);
    const lines: Line[] = [];
    const versions = listMigrations()
      .map((_, count) => count)
      .slice(1);
    for (const version of versions) {
      const what = `after ${version} of ${listMigrations().length} migrations`;
      if (!isWanted(options, what)) continue;
      const fail = (error: Error) => ({ tried: 0, faults: 0, lost: [error.message] });
      const line = await tryVersion(env, version, scaled(options, KILLS), random).catch(fail);
      lines.push({ what, ...line });
      log(`${what}: ${line.lost.length} lost`);
    }
    return { lines };
  },
};

async function tryVersion(
  env: TestEnvironment,
  version: number,
  kills: number,
  random: Random,
): Promise<Omit<Line, 'what'>> {
  const today = env.database();
  const [old, copy] = [`old_${version}`, `torn_${version}`];
  const before = await readContents(await makeOld(today, old, version));
  const torn = inDatabase(today, copy);
  const lost: string[] = [];
  const check = async (when: string) => {
    const wrong = compareContents(before, await readContents(torn, before));
    lost.push(...wrong.map((words) => `${when}: ${words}`));
  };

  await copyDatabase(today, old, copy);
  const wholeMs = await measure(torn);
  await check('not killed');
  let inTheMiddle = 0;
  for (let round = 1; round <= kills; round++) {
    await copyDatabase(today, old, copy);
    if (await killMigration(torn, random.roll() * wholeMs)) inTheMiddle++;
    await check(`killed, round ${round}`);
    if (round === kills) break;
    await migrate(torn);
    await check(`killed and done again, round ${round}`);
  }
  // The last one is left to the shop as it is.
  lost.push(...(await openAndBuy(env, torn, [PORTS.shop])).map((words) => `after the kill: ${words}`));
  await copyDatabase(today, old, copy);
  lost.push(...(await openAndBuy(env, torn, [PORTS.shop, PORTS.behind])).map((words) => `two at once: ${words}`));
  if (inTheMiddle === 0) lost.push('No kill came in the middle: nothing was torn.');
  const figures = `${inTheMiddle} killed in the middle of ${figure(wholeMs)} ms, ${before.size} tables`;
  return { tried: kills + 1, faults: kills, lost, figures };
}

function startMigration(connectionString: string) {
  const child = startChild(process.execPath, [MIGRATE, connectionString]);
  const awaitWord = async (word: string) => {
    while (!child.words().includes(word) && !child.hasEnded()) await sleep(1);
    if (!child.words().includes(word)) throw new Error(`The migration ended by itself.\n${child.words()}`);
  };
  return { ...child, awaitWord };
}

async function measure(connectionString: string): Promise<number> {
  const child = startMigration(connectionString);
  await child.awaitWord('begun');
  const start = performance.now();
  await child.awaitWord('done');
  return performance.now() - start;
}

async function killMigration(connectionString: string, afterMs: number): Promise<boolean> {
  const child = startMigration(connectionString);
  await child.awaitWord('begun');
  await sleep(afterMs);
  if (!child.hasEnded()) process.kill(child.pid, 'SIGKILL');
  while (!child.hasEnded()) await sleep(5);
  return !child.words().includes('done');
}

/** Shops that start at the same moment on a database; each opens, and somebody buys in the first. */
async function openAndBuy(env: TestEnvironment, DATABASE_URL: string, ports: number[]): Promise<string[]> {
  await env.provider.call('POST', '/standin/reset');
  const opening = ports.map((port) => requireOpen(env, { port, settings: { DATABASE_URL } }));
  const opened = await Promise.allSettled(opening);
  const lost = opened.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
  const shops = opened.flatMap((one): OpenShop[] => (one.status === 'fulfilled' ? [one.value] : []));
  if (lost.length === 0) await buy(env).catch((error: Error) => lost.push(error.message));
  for (const shop of shops) await shop.kill();
  return lost;
}

async function buy({ client, provider }: TestEnvironment): Promise<void> {
  await (await createCustomer(client)).buy(provider, { note: 'With love' });
}
