import { describeRun } from '../bench/machine.ts';
import { listCrashPoints } from './crash-points.ts';
import { crashAt, requireOpen, type Tried } from './crash-rounds.ts';
import { finish } from './finish.ts';
import { meetFaults } from './meet-faults.ts';
import type { Place } from './place.ts';
import { killAtRandom } from './random-kills.ts';
import type { Report } from './results.ts';
import { SCENARIOS } from './scenarios.ts';
import { type Promised, promiseNothing } from './violations.ts';

export type Wish = {
  rounds: number;
  seconds: number;
  purchases: number;
  seed: number;
  only: string | undefined;
};

/** Kills the shop wherever a payment can be torn apart, and compares its books with the provider's after each. */
export async function provePayments(place: Place, wish: Wish): Promise<Report> {
  const run = `${describeRun()} · seed ${wish.seed}`;
  console.log(run);
  const promised = await openFirst(place);
  const tried: Tried[] = [];
  const say = (words: string) => console.log(`${clock()} ${words}`);
  const keep = (one: Tried) => {
    tried.push(one);
    say(`${one.what}: agreed after ${one.seconds.toFixed(1)} s, ${one.violations.length} violations`);
    for (const violation of one.violations.slice(0, 5)) console.error(`  ${violation}`);
  };
  for (const one of listTries(wish)) keep(await crashAt(place, one, promised, say));
  if (isWanted(wish, 'kills')) keep(await killAtRandom(place, wish, promised, say));
  const notes: string[] = [];
  if (isWanted(wish, 'faults')) {
    const met = await meetFaults(place, wish, promised, say);
    keep(met.tried);
    notes.push(met.note);
  }
  keep(await finish(place, promised, say));
  const violations = [...findUntried(wish), ...tried.flatMap((one) => one.violations)];
  return { run, tried, notes, violations };
}

const start = performance.now();
const clock = () => `${((performance.now() - start) / 1000).toFixed(0).padStart(5)} s`;

const isWanted = ({ only }: Wish, part: string) => only === undefined || only === part;

/** Each point as often as asked for by the first way that leads there, and a quarter as often by every other. */
function listTries({ only, rounds }: Wish) {
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

/** A point that nobody leads to proves nothing, nor does a scenario that leads nowhere. */
function findUntried({ only }: Wish): string[] {
  const known = listCrashPoints();
  const led = SCENARIOS.flatMap(({ points }) => points);
  if (only !== undefined) return [];
  return [
    ...known.filter((point) => !led.includes(point)).map((point) => `No scenario leads to the crash point "${point}".`),
    ...led.filter((point) => !known.includes(point)).map((point) => `There is no crash point "${point}" any more.`),
  ];
}

/** The shop's first opening makes its database; what it says was sold before is its own. */
async function openFirst(place: Place): Promise<Promised> {
  const shop = await requireOpen(place);
  const [before] = await place.query<{ sold: number }>('select coalesce(sum(sold), 0)::int as sold from products');
  await shop.kill();
  return promiseNothing(before?.sold ?? 0);
}
