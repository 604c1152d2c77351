import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../../bench/table.ts';
import { balance, hasBalancer, NO_BALANCER } from '../balancer.ts';
import { buyUnder, type Harm } from '../buy-under.ts';
import type { Promised } from '../promised.ts';
import { type Line, type Proof, type Say, scaled, type Wish } from '../proof.ts';
import type { Random } from '../random.ts';
import { followLog } from '../read-log.ts';
import {
  type OpenShop,
  openFirst,
  openTestEnvironment,
  PORTS,
  requireOpen,
  type TestEnvironment,
} from '../test-environment.ts';
import { toLine } from '../trade-line.ts';
import { noteExits } from './exit-codes.ts';
import { browseShop } from './readers.ts';

const TIMES = 50;
const LIMIT_MS = 10_000;
const PATIENCE_MS = 15_000;
/** Every so many times somebody has a connection open and says nothing. */
const SPARE_EVERY = 5;
const ALONE = 'one shop, asked to end and opened again';
const ROLLING = 'two shops behind HAProxy, one after the other';

/** Asks a busy shop to end, as every new version does: whoever was being served is served. */
export const sigterm: Proof = {
  name: 'sigterm',
  about: 'ends the shop with SIGTERM while people buy and opens it again; then two behind HAProxy in turn',
  async prove(wish, say) {
    const lines: Line[] = [];
    if (ALONE.includes(wish.only ?? '')) lines.push(await endAlone(wish, say));
    if (ROLLING.includes(wish.only ?? '')) lines.push(await endInTurn(wish, say));
    return { lines };
  },
};

async function endAlone(wish: Wish, say: Say): Promise<Line> {
  const place = await openTestEnvironment();
  const promised = await openFirst(place);
  const ending = noteEndings();
  let shop = await requireOpen(place);
  const line = await tradeWhile(place, promised, { wish, say, what: ALONE, ending }, async (dice) => {
    await sleep(dice.between(200, 2_500));
    await ending.end(shop, PORTS.shop);
    shop = await requireOpen(place);
  });
  await place.close();
  return line;
}

async function endInTurn(wish: Wish, say: Say): Promise<Line> {
  if (!hasBalancer()) return { what: ROLLING, tried: 0, faults: 0, lost: [NO_BALANCER] };
  const place = await openTestEnvironment('given');
  const promised = await openFirst(place);
  const ending = noteEndings();
  const ports = [PORTS.behind, PORTS.behind + 1];
  const shops = await Promise.all(ports.map((port) => requireOpen(place, { port })));
  await balance(place, ports);
  let turn = 0;
  const line = await tradeWhile(
    place,
    promised,
    { wish, say, what: ROLLING, ending, mayBeAway: false },
    async (dice) => {
      const number = turn++ % shops.length;
      const port = ports[number] as number;
      await ending.end(shops[number] as OpenShop, port);
      shops[number] = await requireOpen(place, { port });
      // The other one goes only when this one is known to be back.
      await sleep(1_500 + dice.between(0, 1_000));
    },
  );
  await place.close();
  return line;
}

type Ending = ReturnType<typeof noteEndings>;

function noteEndings() {
  const exits = noteExits();
  const found = { lost: [] as string[], slowestMs: 0 };
  let endings = 0;
  return {
    ...exits,
    found,
    async end(shop: OpenShop, port: number): Promise<void> {
      const spare = endings++ % SPARE_EVERY === 0 ? await openSpare(port) : undefined;
      const start = performance.now();
      process.kill(shop.pid, 'SIGTERM');
      const hasEnded = await shop.ends(PATIENCE_MS);
      const ms = performance.now() - start;
      found.slowestMs = Math.max(found.slowestMs, ms);
      if (!hasEnded) await shop.kill();
      spare?.destroy();
      const beside = spare ? ' beside a connection that nobody uses' : '';
      if (ms > LIMIT_MS) found.lost.push(`The shop took ${figure(ms / 1000)} s to end${beside}.\n${shop.words()}`);
      const code = exits.of(shop.pid);
      if (hasEnded && code !== 0) found.lost.push(`The shop ended with ${code}.\n${shop.words()}`);
    },
  };
}

/** Browsers open one or two before they need them. */
async function openSpare(port: number): Promise<Socket> {
  const spare = connect(port, '127.0.0.1');
  spare.on('error', () => {});
  await once(spare, 'connect');
  await sleep(100);
  return spare;
}

type Trading = { wish: Wish; say: Say; what: string; ending: Ending; mayBeAway?: boolean };

/** Eight people buy and four look round while the shop is ended so many times; nothing they asked may be cut off. */
async function tradeWhile(
  place: TestEnvironment,
  promised: Promised,
  { wish, say, what, ending, mayBeAway = true }: Trading,
  endOne: (dice: Random) => Promise<void>,
): Promise<Line> {
  const times = scaled(wish, TIMES, 2);
  const lines = followLog();
  const readers = browseShop();
  const all: Harm = async (dice) => {
    for (let time = 1; time <= times; time++) {
      await endOne(dice);
      say(`${what}: ${time} of ${times}, ${promised.paid.size} orders said to be paid, ${lines.cut.length} cut off`);
    }
    return 'all of them';
  };
  // One harm that lasts as long as all the endings take.
  const trade = await buyUnder(
    place,
    all,
    { seconds: 1, seed: `${wish.seed} ${what}`, pause: [500, 500] },
    promised,
    say,
  );
  const looks = await readers.stop();
  lines.stop();
  ending.stop();
  const line = toLine(what, trade);
  // Where there is but one shop, its door is closed for a while. Who came in that instant finds nobody, or is reset by the
  // kernel, which had let them in before the shop did; behind a balancer nobody may notice anything.
  const atTheDoor = (words: string) => mayBeAway && words.endsWith('ECONNRESET');
  const refusals = mayBeAway
    ? lines.failed.filter((words) => !words.includes('503'))
    : [...lines.failed, ...Array(lines.refused).fill('nobody listened')];
  const turnedAway = lines.refused + lines.cut.filter(atTheDoor).length;
  return {
    ...line,
    faults: times,
    lost: [
      ...ending.found.lost,
      ...line.lost,
      ...lines.cut.filter((words) => !atTheDoor(words)),
      ...lines.rude,
      ...refusals,
    ],
    figures: `${line.figures}, ${looks} looks, ended within ${figure(ending.found.slowestMs / 1000)} s, ${lines.reused} kept connections closed in use, ${turnedAway} came while the door was closed`,
  };
}
