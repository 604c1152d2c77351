import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listMigrations, migrate } from '#server/database/migrate.ts';
import { startChild } from '../../bench/children.ts';
import { figure } from '../../bench/table.ts';
import { type Line, type Proof, scaled } from '../proof.ts';
import { createRandom, type Random } from '../random.ts';
import { enter } from '../shopper.ts';
import { type OpenShop, openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { compareContents, copyDatabase, inDatabase, makeOld, readContents } from './old-databases.ts';

const KILLS = 5;
const BUYERS = 5;
const MIGRATE = fileURLToPath(new URL('./migrate-once.ts', import.meta.url));

/** A database of every earlier version, torn away from whoever migrates it: no row is lost, and the next shop opens. */
export const migration: Proof = {
  name: 'migration',
  about: 'kills the migration of a database of every earlier version, and lets two shops migrate it at once',
  ownDatabase: true,
  async prove(wish, say) {
    const place = await openTestEnvironment('given');
    const shop = await requireOpen(place);
    for (let buyer = 0; buyer < BUYERS; buyer++) await buy(place);
    await shop.kill();
    const dice = createRandom(wish.seed);
    const lines: Line[] = [];
    const versions = listMigrations()
      .map((_, count) => count)
      .slice(1);
    for (const version of versions) {
      const what = `after ${version} of ${listMigrations().length} migrations`;
      if (!what.includes(wish.only ?? '')) continue;
      const line = await tryVersion(place, version, scaled(wish, KILLS), dice).catch((error: Error) => ({
        tried: 0,
        faults: 0,
        lost: [error.message],
      }));
      lines.push({ what, ...line });
      say(`${what}: ${line.lost.length} lost`);
    }
    await place.close();
    return { lines };
  },
};

async function tryVersion(
  place: TestEnvironment,
  version: number,
  kills: number,
  dice: Random,
): Promise<Omit<Line, 'what'>> {
  const today = place.database();
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
    if (await killMigration(torn, dice.roll() * wholeMs)) inTheMiddle++;
    await check(`killed, round ${round}`);
    if (round === kills) break;
    await migrate(torn);
    await check(`killed and done again, round ${round}`);
  }
  // The last one is left to the shop as it is.
  lost.push(...(await openAndBuy(place, torn, [PORTS.shop])).map((words) => `after the kill: ${words}`));
  await copyDatabase(today, old, copy);
  lost.push(...(await openAndBuy(place, torn, [PORTS.shop, PORTS.behind])).map((words) => `two at once: ${words}`));
  if (inTheMiddle === 0) lost.push('No kill came in the middle: nothing was torn.');
  return {
    tried: kills + 1,
    faults: kills,
    lost,
    figures: `${inTheMiddle} killed in the middle of ${figure(wholeMs)} ms, ${before.size} tables`,
  };
}

function startMigration(connectionString: string) {
  const child = startChild(process.execPath, [MIGRATE, connectionString]);
  const hears = async (word: string) => {
    while (!child.words().includes(word) && !child.hasEnded()) await sleep(1);
    if (!child.words().includes(word)) throw new Error(`The migration ended by itself.\n${child.words()}`);
  };
  return { ...child, hears };
}

/** How long it takes if nobody disturbs it. */
async function measure(connectionString: string): Promise<number> {
  const child = startMigration(connectionString);
  await child.hears('begun');
  const start = performance.now();
  await child.hears('done');
  return performance.now() - start;
}

/** True if it was killed before it was done. */
async function killMigration(connectionString: string, afterMs: number): Promise<boolean> {
  const child = startMigration(connectionString);
  await child.hears('begun');
  await sleep(afterMs);
  if (!child.hasEnded()) process.kill(child.pid, 'SIGKILL');
  while (!child.hasEnded()) await sleep(5);
  return !child.words().includes('done');
}

/** Shops that start at the same moment on a database; each opens, and somebody buys in the first. */
async function openAndBuy(place: TestEnvironment, DATABASE_URL: string, ports: number[]): Promise<string[]> {
  await place.provider.call('POST', '/standin/reset');
  const opening = ports.map((port) => requireOpen(place, { port, settings: { DATABASE_URL } }));
  const opened = await Promise.allSettled(opening);
  const lost = opened.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
  const shops = opened.flatMap((one): OpenShop[] => (one.status === 'fulfilled' ? [one.value] : []));
  if (lost.length === 0) await buy(place).catch((error: Error) => lost.push(error.message));
  for (const shop of shops) await shop.kill();
  return lost;
}

async function buy({ provider }: TestEnvironment): Promise<void> {
  const shopper = await enter();
  const order = await shopper.fillCart();
  const paypalOrder = await shopper.create(order);
  await provider.approve(paypalOrder);
  const state = await shopper.capture(order.id, paypalOrder);
  if (state !== 'paid') throw new Error(`Order ${order.id} was ${state}.`);
}
