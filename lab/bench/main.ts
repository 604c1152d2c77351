import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stopChildren } from '../rig/children.ts';
import { ROOT } from '../rig/shop.ts';
import { type Measure, measureBeside } from './measure-beside.ts';
import { save, toSection } from './results.ts';

const HELP = `Prints the shop's figures; a figure that misses its aim is marked, and fails nothing.

  npm run bench [-- KIND…] [--save] [--seed NUMBER] [--orders NUMBER] [--bouquets NUMBER [--calls WORDS]] [--pages WORDS]

  api         what a request costs, beside a bare server that gives the same bytes
  catalogue   what 50,000 bouquets cost beside 24, and which index each question uses
  desk        what the pages of the desk cost on a busy day, and how soon a paid order is on the screen
  desk-growth what each page and search of the desk costs with 10,000 orders and with 1,000,000, and by which index
  first-start a clone to its first page, with nothing there before
  growth      what each call costs from 100 bouquets and orders to 1,000,000, drawn as lab/bench/growth.svg
  lighthouse  every page on a simulated phone, half an hour; --pages WORDS those whose names match, as '^/$|^/cart'
  login       whether time tells who has an account, and what 1,000 logins at once cost the others
  memory      resident memory at rest and after load
  pages       what the pages weigh, what waking them costs, and how soon they answer on a slow phone
  peak        the largest day that one process and one PostgreSQL hold, replayed in compressed time; --orders N replays one
  peers       our shop beside Vendure, Medusa and the bare limits, installed and stocked by the first run
  processes   two shops on one database beside one
  start       a warm npm start to its first answer
  versions    what each call costs before and after changes of the code, beside a floor; needs BENCH_BESIDE;
              --bouquets N compares only the calls of a shop with N bouquets and orders, 1000000 takes an hour or two;
              --calls WORDS those of them whose names match, as 'facets|near spelling'

--save writes the tables to lab/bench/RESULTS.md. --seed repeats the order of an earlier run of login or peak.
BENCH_BESIDE=FOLDER names another checkout of the shop, with its packages and its build: api, first-start, lighthouse, memory,
pages and start measure it, too, before this one.`;

const KINDS: Record<string, Measure> = {
  api: async (root) => (await import('./api.ts')).measureApi(root),
  catalogue: async () => (await import('./catalogue.ts')).measureCatalogue(),
  desk: async () => (await import('./desk/measure-desk.ts')).measureDesk(),
  'desk-growth': async () => (await import('./desk-growth/measure-desk-growth.ts')).measureDeskGrowth(),
  'first-start': async () => (await import('./first-start.ts')).measureFirstStart(),
  growth: async () => (await import('./growth/measure-growth.ts')).measureGrowth(),
  lighthouse: async (root) => (await import('./lighthouse.ts')).measureLighthouse(root, pages),
  login: async () => (await import('./login/login.ts')).measureLogin(seed),
  memory: async (root) => (await import('./memory.ts')).measureMemory(root),
  pages: async (root) => (await import('./pages/measure-pages.ts')).measurePages(root),
  peak: async () => (await import('./peak/measure-peak.ts')).measurePeak(seed, orders),
  peers: async () => (await import('./peers/measure-peers.ts')).measurePeers(),
  processes: async () => (await import('./two-processes.ts')).measureTwoProcesses(),
  start: async (root) => (await import('./start.ts')).measureStart(root),
  versions: async () => (await import('./versions/measure-versions.ts')).measureVersions(bouquets, calls),
};
/** These measure another checkout's shop, too; first-start and versions do so by themselves. */
const TWICE = ['api', 'lighthouse', 'memory', 'pages', 'start'];
const LONGEST_MS = 15 * 60_000;
/** The first run of peers installs and stocks two other shops; growth fills a database with a million bouquets and orders. */
const LONGER_MS: Record<string, number> = {
  'desk-growth': 30 * 60_000,
  growth: 75 * 60_000,
  lighthouse: 45 * 60_000,
  versions: 30 * 60_000,
  peers: 60 * 60_000,
};
/** Two shops are filled with as many bouquets and orders as are named. */
const CHOSEN_MS = 150 * 60_000;

async function leave(code: number, why?: string): Promise<never> {
  if (why) console.error(why);
  await stopChildren();
  process.exit(code);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: 'boolean' },
    help: { type: 'boolean' },
    seed: { type: 'string' },
    orders: { type: 'string' },
    bouquets: { type: 'string' },
    calls: { type: 'string' },
    pages: { type: 'string' },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const toNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value));
const [orders, bouquets] = [toNumber(values.orders), toNumber(values.bouquets)];
const toPattern = (value: string | undefined) => (value === undefined ? undefined : new RegExp(value));
const [calls, pages] = [toPattern(values.calls), toPattern(values.pages)];
const isWrong = [orders, bouquets].some((number) => number !== undefined && !(number >= 1));
const unknown = positionals.filter((kind) => !KINDS[kind]);
if (values.help || unknown.length > 0 || isWrong) {
  console.log(unknown.length > 0 ? `There is no benchmark ${unknown.join(', ')}.\n\n${HELP}` : HELP);
  process.exit(values.help ? 0 : 1);
}

const beside = process.env.BENCH_BESIDE;
process.once('SIGINT', () => leave(130));
process.once('SIGTERM', () => leave(143));

for (const [kind, measure] of Object.entries(KINDS)) {
  // One needs another checkout, the other the registry, so they run only when they are named.
  if (positionals.length > 0 ? !positionals.includes(kind) : ['versions', 'first-start'].includes(kind)) continue;
  const before = beside && TWICE.includes(kind) ? resolve(beside) : undefined;
  const ofOne = kind === 'versions' && bouquets ? CHOSEN_MS : (LONGER_MS[kind] ?? LONGEST_MS);
  const longest = ofOne * (before ? 2 : 1);
  const limit = setTimeout(() => leave(1, `${kind} took longer than ${longest / 60_000} minutes.`), longest);
  try {
    const report = before ? await measureBeside(measure, before, ROOT) : await measure(ROOT);
    console.log(`\n${toSection(report)}\n`);
    if (values.save) save(report);
  } catch (error) {
    await leave(1, `${kind} could not be measured. ${(error as Error).stack}`);
  } finally {
    clearTimeout(limit);
  }
}
