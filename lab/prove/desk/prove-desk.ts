import { setTimeout as sleep } from 'node:timers/promises';
import { londonDay } from '#contract/delivery.ts';
import type { Today } from '#contract/desk.ts';
import type { MyRuns } from '#contract/driver-runs.ts';
import type { Run } from '#contract/runs.ts';
import { fillDay } from '#server/testing/fill-day.ts';
import { createRandom, type Random } from '#server/testing/random.ts';
import { figure } from '../../rig/table.ts';
import { openFirst } from '../agreement.ts';
import { type FaultyProxy, openFaultyProxy, type Trouble } from '../faulty-proxy.ts';
import { type Log, type Proof, scaled } from '../proof.ts';
import {
  type OpenShop,
  openTestEnvironment,
  PORTS,
  requireOpen,
  SHOP,
  type TestEnvironment,
} from '../test-environment.ts';
import { checkDay } from './check-day.ts';
import { hire, type Member, type PlannedRun, type Pressing } from './member.ts';
import { readDay } from './read-day.ts';
import { openScreen, type Screen } from './screen.ts';
import { type DayClock, workAtBench, workOnTheRoad } from './work-a-day.ts';

const SECONDS = 240;
const ORDERS = 140;
const FLORISTS = 16;
const DRIVERS = 4;
const RUNS = 8;
const BETWEEN_FAULTS_MS = [3_000, 9_000] as const;
/** A line that is dead without saying so is noticed within a minute. */
const AGREED_WITHIN_MS = 65_000;
const LAST_PRESSES = 10;

const TROUBLES: Record<string, (random: Random) => Trouble> = {
  'lines are cut': () => ({ reset: true }),
  'no line is accepted': () => ({ down: true }),
  'answers are cut in the middle': (random) => ({ cutAfter: random.between(10, 20_000) }),
  'lines are silent': () => ({ silent: true }),
  'lines are slow': (random) => ({ delayMs: random.between(50, 800) }),
};

type Desk = { number: number; port: number; shop: OpenShop; proxy: FaultyProxy };
type AtWork<T = unknown> = { member: Member; screen: Screen<T>; path: string; random: Random };

/** Two shops on one database, and twenty who press on the same orders: nothing is lost, doubled or out of order. */
export const desk: Proof = {
  name: 'desk',
  about: 'twenty staff pressing on the same 140 orders at two shops, which are killed and cut off meanwhile',
  async prove(options, log) {
    await using env = await openTestEnvironment('given');
    await openFirst(env);
    await using proxies = new AsyncDisposableStack();
    const desks = await Promise.all([0, 1].map((number) => openDesk(env, number, proxies)));
    const day = londonDay(new Date());
    const ids = await fillDay(env.database(), { day, count: ORDERS });
    const all: Pressing = { bench: [], phone: [], odd: [], count: 0, unanswered: 0 };
    using people = new DisposableStack();
    const originOf = (place: number) => `http://127.0.0.1:${desks[place % 2]?.proxy.port}`;
    const takeOn = async <T>(place: number, role: 'florist' | 'driver', path: string): Promise<AtWork<T>> => {
      const member = people.use(await hire(env.database(), `${role} ${place}`, [role], originOf(place), all));
      const screen = people.use(openScreen<T>(member.client, member.cookie, path));
      return { member, screen, path, random: createRandom(`${options.seed} ${role} ${place}`) };
    };
    const florists = await inTurn(FLORISTS, (place) => takeOn<Today>(place, 'florist', '/api/desk/today/'));
    const drivers = await inTurn(DRIVERS, (place) => takeOn<MyRuns>(place, 'driver', '/api/desk/my-runs/'));
    const everybody: AtWork[] = [...florists, ...drivers];
    const [first] = florists as [AtWork<Today>];
    const planned = await planRuns(
      first.member,
      day,
      drivers.map(({ member }) => member.id),
    );

    const seconds = scaled(options, SECONDS, 30);
    const start = Date.now();
    const clock: DayClock = () => (Date.now() - start) / (seconds * 1000);
    const working = Promise.all([
      ...florists.map((one) => workAtBench(one, planned, clock)),
      ...drivers.map((one) => workOnTheRoad(one, clock)),
    ]);
    const faults = await harm(env, desks, createRandom(`${options.seed} faults`), clock, log);
    await working;
    log(`${all.count} requests, ${all.unanswered} of them without an answer; ${faults} faults`);

    const agreed = await awaitScreens(everybody, desks);
    const soon = await timeLastPresses(florists, log);
    const agreedAgain = await awaitScreens(everybody, desks);
    const found = await readDay(env, ids);
    const lost = [
      ...checkDay({ ...found, ...all }),
      ...all.odd,
      ...agreed.lost,
      ...soon.lost,
      ...agreedAgain.lost,
      ...(await env.deadlocks()),
      ...desks.flatMap(({ shop }) => (shop.hasEnded() ? [`A shop ended by itself.\n${shop.words()}`] : [])),
    ];
    const stages = Map.groupBy(found.orders, ({ stage }) => stage);
    log([...stages].map(([stage, orders]) => `${orders.length} ${stage}`).join(', '));
    const breaks = everybody.reduce((sum, { screen }) => sum + screen.breaks(), 0);
    const presses = all.bench.length + all.phone.length;
    const figures = [
      `${found.events.length.toLocaleString('en-GB')} events, ${all.unanswered} requests without an answer, ${breaks} broken lines`,
      `all screens agree after ${figure(agreed.seconds)} s, the last presses were on all of them within ${figure(soon.ms)} ms`,
    ].join('; ');
    const what = `${everybody.length} staff on ${ids.length} orders, two shops`;
    return { lines: [{ what, tried: presses, faults, lost, figures }] };
  },
};

async function inTurn<T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let place = 0; place < count; place++) all.push(await make(place));
  return all;
}

async function openDesk(env: TestEnvironment, number: number, stack: AsyncDisposableStack): Promise<Desk> {
  const port = PORTS.behind + number;
  const shop = await requireOpen(env, { port });
  return { number, port, shop, proxy: stack.use(await openFaultyProxy({ host: '127.0.0.1', port })) };
}

async function planRuns({ client, cookie }: Member, day: string, drivers: number[]): Promise<PlannedRun[]> {
  const headers = { cookie, origin: SHOP };
  return inTurn(RUNS, async (place) => {
    const number = place + 1;
    // Not to be late while the proof runs: that changes by the clock, and no press does it.
    const body = { day, number, leaves_at: '23:59' };
    const { id } = JSON.parse((await client.send({ path: '/api/desk/runs/', headers, body })).text) as Run;
    const driver = drivers[place % drivers.length];
    await client.send({ method: 'PATCH', path: `/api/desk/runs/${id}/`, headers, body: { driver } });
    return { id, number, day };
  });
}

/** Until the day is over: a shop is killed and opened again, or its lines suffer, and then all is well for a while. */
async function harm(env: TestEnvironment, desks: Desk[], random: Random, clock: DayClock, log: Log): Promise<number> {
  let faults = 0;
  for (await pause(random); clock() < 1; await pause(random)) {
    const one = random.oneOf(desks);
    faults++;
    if (random.roll() < 0.4) {
      await one.shop.kill();
      one.shop = await requireOpen(env, { port: one.port });
      log(`shop ${one.number + 1} was killed`);
      continue;
    }
    const name = random.oneOf(Object.keys(TROUBLES));
    one.proxy.set(TROUBLES[name]?.(random) ?? {});
    await sleep(random.between(300, 4_000));
    one.proxy.set({});
    log(`shop ${one.number + 1}: ${name}`);
  }
  return faults;
}

const pause = (random: Random) => sleep(random.between(...BETWEEN_FAULTS_MS));

/** What is compared of a screen: all but the time at which it was asked for. */
const toText = (shown: unknown): string => JSON.stringify({ ...(shown as object), now: undefined });

/** Every screen shows what both shops answer, without anybody pressing anything. */
async function awaitScreens(everybody: AtWork[], desks: Desk[]): Promise<{ seconds: number; lost: string[] }> {
  const start = performance.now();
  for (;;) {
    const lost: string[] = [];
    for (const { member, screen, path } of everybody) {
      for (const { number, port } of desks) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: member.cookie } });
        const isSame = toText(screen.shown()) === toText(await answer.json());
        if (!isSame) lost.push(`${path} of ${member.id} does not show what shop ${number + 1} answers`);
      }
    }
    const ms = performance.now() - start;
    if (lost.length === 0 || ms > AGREED_WITHIN_MS) return { seconds: ms / 1000, lost };
    await sleep(200);
  }
}

/** Presses when all is quiet: how long until the last of the sheets shows it. `npm run bench -- desk` has the aim for that. */
async function timeLastPresses(florists: AtWork<Today>[], log: Log): Promise<{ ms: number; lost: string[] }> {
  const [lost, all]: [string[], number[]] = [[], []];
  for (let time = 0; time < LAST_PRESSES; time++) {
    const { member, screen } = florists[time % florists.length] as AtWork<Today>;
    const shown = screen.shown();
    const ticket = shown?.tickets.find(({ stage }) => stage === 'to tie' || stage === 'tied');
    if (!ticket) break;
    const [after, press] = ticket.stage === 'to tie' ? ['tied', member.tie] : ['to tie', member.takeBack];
    const seen = florists.map((one) => awaitStage(one.screen, ticket.id, after as string));
    const start = performance.now();
    await (press as Member['tie'])([ticket.id]);
    const found = await Promise.all(seen);
    const ms = Math.max(...found) - start;
    all.push(ms);
    if (ms > AGREED_WITHIN_MS) lost.push(`order ${ticket.id} was ${after}, and not on all screens`);
  }
  if (all.length === 0) log('nothing was left to press at the end');
  return { ms: Math.max(0, ...all), lost };
}

/** When a sheet shows the order at that stage. */
function awaitStage(screen: Screen<Today>, order: number, stage: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const look = ({ tickets }: Today) =>
    tickets.some((ticket) => ticket.id === order && ticket.stage === stage) && resolve(performance.now());
  const stop = screen.onShown(look);
  const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), AGREED_WITHIN_MS);
  return promise.finally(() => {
    stop();
    clearTimeout(timer);
  });
}
