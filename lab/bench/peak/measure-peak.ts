import { setTimeout as sleep } from 'node:timers/promises';
import { openHttpClient } from '../../rig/http-client.ts';
import { describeRun } from '../../rig/machine.ts';
import { percentile } from '../../rig/statistics.ts';
import { figure, type Table } from '../../rig/table.ts';
import type { Report } from '../results.ts';
import { type Cost, measureCosts, measureDrawing } from './cost-of-calls.ts';
import { openPeakShop, type PeakShop } from './open-peak-shop.ts';
import { type Replayed, replayDay } from './replay-day.ts';
import {
  buyingPerOrder,
  type Group,
  groupOf,
  HOURS,
  type Kind,
  MODEL,
  PEAK_HOUR,
  singlesPerOrder,
} from './traffic-model.ts';
import { createVisitors, type Visitors } from './visitors.ts';

const AIM_MS = 1_000;
/** Of a thousand answers one may be a refusal. */
const MAY_FAIL = 0.001;
const FIRST = 2_000;
const MOST_STEPS = 12;
/** The largest day is known to a part of it so large. */
const NEAR_ENOUGH = 1.1;
const SEARCH_MS = 8.5 * 60_000;
const REST_MS = 3_000;
const GROUPS: Group[] = ['looking', 'buying', 'desk'];

type Step = { orders: number; perSecond: number; p99: Record<Group, number>; failed: number; answers: number } & Pick<
  Replayed,
  'cores' | 'isGivenUp'
> & { holds: boolean; why: string };

/** Replays one day of so many orders, or searches for the largest that the shop holds. */
export async function measurePeak(seed: number, orders?: number): Promise<Report> {
  const run = `${describeRun(['fastify', 'pg'])}, seed ${seed}`;
  await using peak = await openPeakShop();
  using client = openHttpClient({ origin: peak.shop.url, timeoutMs: 20_000 });
  const visitors = await createVisitors(peak, client);
  // Before anybody has bought: a sale has the pages drawn anew.
  for (const path of visitors.pages) await visitors.fetchPage(path);
  const costs = await measureCosts(peak, visitors);
  const drawn = await measureDrawing(peak, visitors);
  await replay(peak, visitors, FIRST / 2, seed);
  const steps = orders ? [await replay(peak, visitors, orders, seed)] : await search(peak, visitors, seed);
  return {
    kind: 'peak',
    run,
    tables: [toDays(steps), toCosts(costs, visitors.files), toDrawn(drawn, visitors.pages.length)],
  };
}

/** Doubles the day until it is too large, then halves the distance. Each step has its own half minute. */
async function search(peak: PeakShop, visitors: Visitors, seed: number): Promise<Step[]> {
  const steps: Step[] = [];
  const deadline = Date.now() + SEARCH_MS;
  let [held, lost] = [0, Number.POSITIVE_INFINITY];
  while (steps.length < MOST_STEPS && Date.now() < deadline && lost / held > NEAR_ENOUGH) {
    const orders = Number.isFinite(lost) ? Math.round((held + lost) / 2) : Math.max(FIRST, held * 2);
    const step = await replay(peak, visitors, orders, seed);
    steps.push(step);
    if (step.holds) held = orders;
    else lost = orders;
    // A shop that does not hold the first day would never be searched to its end.
    if (lost <= 100) break;
  }
  return steps;
}

async function replay({ shop }: PeakShop, visitors: Visitors, orders: number, seed: number): Promise<Step> {
  const { tape, ...day } = await replayDay(shop, visitors, orders, seed);
  await sleep(REST_MS);
  const failures = tape.filter(({ failure }) => failure);
  const p99Of = (group: Group) =>
    percentile(
      tape.filter(({ hour, kind }) => hour === PEAK_HOUR && groupOf(kind) === group).map(({ ms }) => ms),
      0.99,
    );
  const p99 = { looking: p99Of('looking'), buying: p99Of('buying'), desk: p99Of('desk') };
  const isQuick = GROUPS.every((group) => !(p99[group] >= AIM_MS));
  const fails = failures.length > tape.length * MAY_FAIL;
  const step = {
    orders,
    p99,
    failed: failures.length,
    answers: tape.length,
    ...day,
    holds: isQuick && !fails && !day.isGivenUp,
    why: failures[0]?.failure ?? (day.isGivenUp ? 'answers did not come' : ''),
  };
  console.log(
    `${orders} orders: ${step.holds ? 'held' : 'lost'}, p99 ${GROUPS.map((one) => figure(p99[one])).join(', ')} ms`,
  );
  return step;
}

const count = (value: number) => Math.round(value).toLocaleString('en-GB');

function toDays(steps: Step[]): Table {
  const largest = Math.max(0, ...steps.filter(({ holds }) => holds).map(({ orders }) => orders));
  return {
    title: largest > 0 ? `The largest day held: ${count(largest)} orders` : 'No day was held',
    columns: [
      'orders in a day',
      'requests/s at the peak',
      'orders/s',
      ...GROUPS.map((group) => `p99 ${group}, ms`),
      'failed',
      'of answers',
      'cores: shop',
      'PostgreSQL',
      'sender',
      'held',
    ],
    rows: steps
      .toSorted((one, other) => one.orders - other.orders)
      .map(({ orders, perSecond, p99, failed, answers, cores, holds, why }) => [
        count(orders),
        figure(perSecond),
        figure((orders * (HOURS[PEAK_HOUR] ?? 0)) / 100 / 3600),
        ...GROUPS.map((group) => figure(p99[group])),
        count(failed),
        count(answers),
        ...[cores.shop, cores.postgres, cores.sender].map(figure),
        holds ? '✓' : `✗ ${why}`,
      ]),
    notes: [
      `One process, its PostgreSQL, what stands in for PayPal and the sender share this machine. The day is replayed hour by hour at the rate of each hour, ${HOURS[PEAK_HOUR]} % of it in the peak hour; of that hour 20 s, of the others half a second each. Everybody comes at a moment of their own (Poisson), whatever became of those before, and each answer is timed from then.`,
      `Held: in the peak hour the 99th percentile of those who look, of those who buy and of the desk is under ${figure(AIM_MS)} ms each, and at most one answer in a thousand of the day is a refusal or missing.`,
    ],
  };
}

function toCosts(costs: Map<Kind, Cost>, files: number): Table {
  const perOrder: Partial<Record<Kind, number>> = { ...singlesPerOrder(files), ...buyingPerOrder() };
  const all = [...costs].map(([kind, cost]) => ({ kind, ...cost, times: perOrder[kind] ?? 0 }));
  const sum = (read: (one: (typeof all)[number]) => number) =>
    all.reduce((total, one) => total + one.times * read(one), 0);
  const groupRow = (group: Group): string[] => {
    const of = all.filter(({ kind }) => groupOf(kind) === group);
    const ms = (read: (one: (typeof all)[number]) => number) =>
      figure(of.reduce((total, one) => total + (one.times * read(one)) / 1000, 0));
    const times = of.reduce((total, one) => total + one.times, 0);
    return [`all of ${group}`, group, figure(times), '', '', ms((one) => one.shopUs), ms((one) => one.postgresUs)];
  };
  return {
    title: 'What an order costs with everything that comes before and after it, CPU',
    columns: ['', 'group', 'calls for an order', 'shop µs', 'PostgreSQL µs', 'shop ms for an order', 'PostgreSQL ms'],
    rows: [
      ...all.map(({ kind, times, shopUs, postgresUs }) => [
        kind,
        groupOf(kind),
        figure(times),
        figure(shopUs),
        figure(postgresUs),
        figure((times * shopUs) / 1000),
        figure((times * postgresUs) / 1000),
      ]),
      ...GROUPS.map(groupRow),
      [
        'all',
        '',
        figure(sum(() => 1)),
        '',
        '',
        figure(sum((one) => one.shopUs) / 1000),
        figure(sum((one) => one.postgresUs) / 1000),
      ],
    ],
    notes: [
      `The model (lab/bench/peak/traffic-model.ts): ${MODEL.visits} visits for an order, ${figure(Object.values(MODEL.pages).reduce((total, one) => total + one, 0))} pages and ${files} files each (the files that the home page names, without lazy pictures), ${figure(Object.values(MODEL.searches).reduce((total, one) => total + one, 0))} searches, 3 carts of which one is paid for.`,
      'Measured one call at a time. “Register” and “capture” with the letters and the webhook that follow them.',
    ],
  };
}

/** How often sales have all pages drawn anew, in seconds: server/src/platform/database/watch-changes.ts. */
const SALES_SECONDS = 30;

function toDrawn({ shopUs, postgresUs }: Cost, pages: number): Table {
  const ms = (shopUs + postgresUs) / 1000;
  return {
    title: 'A page that is drawn and compressed anew, CPU',
    columns: ['', 'shop ms', 'PostgreSQL ms', `cores for ${pages} pages`, 'for 1,000 pages'],
    rows: [
      [
        'home, list or bouquet page, drawn',
        figure(shopUs / 1000),
        figure(postgresUs / 1000),
        ...[pages, 1_000].map((count) => figure((count * ms) / 1000 / SALES_SECONDS)),
      ],
    ],
    notes: [
      `While something is sold, the pages in memory are cleared at most every ${SALES_SECONDS} s, because they count what was sold. Cores: if every page is asked for between two clearings.`,
    ],
  };
}
