import { figure, type Table } from '../../rig/table.ts';
import { openFirst } from '../agreement.ts';
import { buyUnder } from '../buy-under.ts';
import { type Line, type Log, type Proof, type ProofOptions, scaled } from '../proof.ts';
import { openTestEnvironment, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { countEnds, crashAt, type Tried } from './crash-rounds.ts';
import { finish } from './finish.ts';
import { listFaultPoints } from './list-fault-points.ts';
import { meetFaults } from './meet-faults.ts';
import { SCENARIOS } from './scenarios.ts';

const ROUNDS = 20;
const SECONDS = 60;
const PURCHASES = 200;

/** Kills the shop at every fault point of a payment, and compares its ledger with the provider's after each. */
export const payments: Proof = {
  name: 'payments',
  about: 'kills the shop at every step of a payment, at random, and lets the provider fail in every way',
  async prove(options, log) {
    await using env = await openTestEnvironment();
    await openFirst(env);
    // Every day has a limit that nobody reaches, so that its places are locked and counted at every step.
    await env.query('insert into delivery_settings (orders_a_day) values (100000)');
    const tried: Tried[] = [];
    const keep = (one: Tried) => {
      tried.push(one);
      log(`${one.what}: agreed after ${one.seconds.toFixed(1)} s, ${one.violations.length} violations`);
      for (const violation of one.violations.slice(0, 5)) console.error(`  ${violation}`);
    };
    for (const one of listTries(options)) keep(await crashAt(env, one, log));
    if (isWanted(options, 'kills')) {
      const seconds = scaled(options, SECONDS, 15);
      keep(await killAtRandom(env, { seconds, seed: options.seed }, log));
    }
    const notes: string[] = [];
    if (isWanted(options, 'faults')) {
      const purchases = scaled(options, PURCHASES, 20);
      const met = await meetFaults(env, { purchases, seed: options.seed }, log);
      keep(met.tried);
      notes.push(met.note);
    }
    keep(await finish(env, log));
    const untried = {
      what: 'every fault point has a way to it',
      tried: tried.length,
      faults: 0,
      lost: findUntried(options),
    };
    return { lines: [...summarise(tried), untried], tables: [toTable(tried)], notes };
  },
};

/** The many fault points as one line, the rest as they are. */
function summarise(tried: Tried[]): Line[] {
  const toLine = (what: string, some: Tried[]): Line => ({
    what,
    tried: some.reduce((sum, { times }) => sum + times, 0),
    faults: some.reduce((sum, { crashes }) => sum + crashes, 0),
    lost: some.flatMap(({ violations }) => violations),
    figures: `ledgers agree within ${figure(Math.max(...some.map(({ seconds }) => seconds)))} s`,
  });
  const [points, others] = [tried.filter(isPoint), tried.filter((one) => !isPoint(one))];
  const first = points.length > 0 ? [toLine(`killed at ${points.length} points`, points)] : [];
  return [...first, ...others.map((one) => toLine(one.what, [one]))];
}

const isPoint = ({ what }: Tried): boolean => what.includes(': ');

const toTable = (tried: Tried[]): Table => ({
  title: 'Each point',
  columns: ['What', 'Tried', 'Killed', 'Paid', 'Refunded', 'Not charged', 'Agree after s', 'Violations'],
  rows: tried.map(({ what, times, crashes, ends, seconds, violations }) =>
    [what, times, crashes, ends.paid, ends.refunded, ends.free, figure(seconds), violations.length].map(String),
  ),
});

const isWanted = ({ only }: ProofOptions, part: string) => only === undefined || only === part;

/** Each point as often as asked for by the first way that leads there, and a quarter as often by every other. */
function listTries(options: ProofOptions) {
  const { only } = options;
  const rounds = scaled(options, ROUNDS);
  const led = new Set<string>();
  const timesAt = (point: string) => (led.has(point) ? Math.ceil(rounds / 4) : rounds);
  return SCENARIOS.flatMap((scenario) =>
    scenario.points.map((point) => {
      const times = timesAt(point);
      led.add(point);
      return { scenario, point, times };
    }),
  ).filter(
    ({ scenario, point }) => only === undefined || only === 'points' || `${scenario.name}: ${point}`.includes(only),
  );
}

/** Every fault point needs a scenario, and every scenario a fault point. */
function findUntried({ only }: ProofOptions): string[] {
  const known = listFaultPoints();
  const led = SCENARIOS.flatMap(({ points }) => points);
  if (only !== undefined) return [];
  return [
    ...known.filter((point) => !led.includes(point)).map((point) => `No scenario leads to the fault point "${point}".`),
    ...led.filter((point) => !known.includes(point)).map((point) => `There is no fault point "${point}" any more.`),
  ];
}

/** Eight customers buy as fast as they can while the shop is killed every few seconds. */
async function killAtRandom(
  env: TestEnvironment,
  { seconds, seed }: { seconds: number; seed: number },
  log: Log,
): Promise<Tried> {
  let shop = await requireOpen(env);
  const kill = async () => {
    await shop.kill();
    shop = await requireOpen(env);
    return 'the shop was killed';
  };
  const what = 'killed at random';
  const trade = await buyUnder(env, what, kill, { seconds, seed: `${seed} kills` }, log);
  const ends = await countEnds(env, trade.orders);
  await shop.kill();
  const { orders, faults: crashes, violations } = trade;
  return { what, times: orders.length, crashes, ends, seconds: trade.seconds, violations };
}
