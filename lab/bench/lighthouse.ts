import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse, { type Result } from 'lighthouse';
import { describeRun } from '../rig/machine.ts';
import { ROOT, type Shop } from '../rig/shop.ts';
import { median } from '../rig/statistics.ts';
import { against, figure, type Table } from '../rig/table.ts';
import { withChromium } from './chromium.ts';
import { describeFindings, listSavings, losesOnPurpose } from './lighthouse-findings.ts';
import { openShopWithTill } from './pages/buyer.ts';
import { signInBrowser } from './pages/phone.ts';
import { listPages, type SitePage } from './pages/site-map.ts';
import type { Report } from './results.ts';

const RUNS = 5;
const LONGEST_RUN_MS = 120_000;
/** Chromium's record of a visit sometimes lacks its beginning, and Lighthouse itself asks to be run again. */
const MOST_ATTEMPTS = 3;
const LACKS_RECORD = ['NO_NAVSTART', 'NO_TRACING_STARTED'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

type Measure = {
  name: string;
  category?: string;
  read(result: Result): number;
  show(value: number): string;
  isReached?(value: number): boolean;
};

const score = (category: string, name: string, aim: number): Measure => ({
  name: `${name} ≥ ${aim}`,
  category,
  read: (result) => Math.round((result.categories[category]?.score ?? Number.NaN) * 100),
  show: String,
  isReached: (value) => value >= aim,
});
const audit = (id: string) => (result: Result) => result.audits[id]?.numericValue ?? Number.NaN;
const seconds = (value: number) => `${(value / 1000).toFixed(2)} s`;
const kilobytes = (value: number) => `${figure(value / 1024)} KB`;

/** Bytes over the wire, headers included, as Lighthouse counts them. */
const weight =
  (type?: string) =>
  ({ audits }: Result) => {
    const details = audits['network-requests']?.details as { items?: Request[] } | undefined;
    return (details?.items ?? [])
      .filter(({ resourceType }) => !type || resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  };
type Request = { resourceType: string; transferSize: number };

const MEASURES: Measure[] = [
  score('performance', 'performance', 98),
  score('accessibility', 'accessibility', 100),
  score('best-practices', 'best practices', 100),
  score('seo', 'SEO', 100),
  { name: 'FCP', read: audit('first-contentful-paint'), show: seconds },
  { name: 'LCP ≤ 1.8 s', read: audit('largest-contentful-paint'), show: seconds, isReached: (value) => value <= 1800 },
  {
    name: 'CLS ≤ 0.01',
    read: audit('cumulative-layout-shift'),
    show: (value) => value.toFixed(3),
    isReached: (value) => value <= 0.01,
  },
  {
    name: 'TBT ≤ 100 ms',
    read: audit('total-blocking-time'),
    show: (value) => `${Math.round(value)} ms`,
    isReached: (value) => value <= 100,
  },
  { name: 'all bytes', read: weight(), show: kilobytes },
  { name: 'JavaScript', read: weight('Script'), show: kilobytes },
  { name: 'benchmark index', read: ({ environment }) => environment.benchmarkIndex, show: figure },
];

async function visit(shop: Shop, page: SitePage): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await visitOnce(shop, page);
    const { runtimeError, requestedUrl } = result;
    if (!runtimeError) return result;
    const message = `${requestedUrl}: ${runtimeError.message}`;
    if (attempt === MOST_ATTEMPTS || !LACKS_RECORD.includes(runtimeError.code)) throw new Error(message);
    console.error(`${message} It is visited again.`);
  }
}

async function visitOnce(shop: Shop, { path, buyer }: SitePage): Promise<Result> {
  const url = `${shop.url}${path}`;
  return withChromium(async (port) => {
    if (buyer) await signInBrowser(port, shop.url, await buyer.signIn());
    const result = await Promise.race([
      // A page that says 404 is looked at like any other. What a browser keeps of a session, Lighthouse leaves alone.
      lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES, ignoreStatusCode: true }),
      sleep(LONGEST_RUN_MS, undefined, { ref: false }),
    ]);
    if (!result) throw new Error(`Lighthouse did not finish with ${url} within ${LONGEST_RUN_MS / 1000} s.`);
    const { runtimeError, finalDisplayedUrl } = result.lhr;
    if (!runtimeError && new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) {
      throw new Error(`${url} led to ${finalDisplayedUrl}: what was measured is another page.`);
    }
    return result.lhr;
  });
}

/** The run with the median performance: its findings are reported. */
function middleOf(results: Result[]): Result | undefined {
  const performance = ({ categories }: Result) => categories.performance?.score ?? 0;
  return results.toSorted((left, right) => performance(left) - performance(right))[Math.floor(results.length / 2)];
}

async function storeReport(folder: string, name: string, result: Result): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), JSON.stringify(result, null, 1));
}

const fileNameOf = (path: string) => path.slice(1).replaceAll(/[^a-z0-9]+/g, '-') || 'home';

/** Lighthouse's own judgement of every page on its simulated phone; of private pages, as their owner sees them. */
export async function measureLighthouse(root = ROOT, wanted = /./): Promise<Report> {
  const run = describeRun(['lighthouse'], root);
  await using shop = await openShopWithTill(root);
  const some = (await listPages(shop)).filter(({ name }) => wanted.test(name));
  const pages = new Map<SitePage, Result[]>(some.map((page) => [page, []]));
  for (let round = 0; round < RUNS; round++) {
    console.error(`round ${round + 1} of ${RUNS}`);
    for (const [page, results] of pages) results.push(await visit(shop, page));
  }
  // Another checkout stays as it is, and its reports do not take the place of this one's.
  const folder = `build/reports/lighthouse${root === ROOT ? '' : '-before'}`;
  for (const [{ path }, results] of pages) {
    const middle = middleOf(results);
    if (middle) await storeReport(join(ROOT, folder), fileNameOf(path), middle);
  }
  return { kind: 'lighthouse', run, tables: toTables(pages, folder) };
}

function toCell(page: SitePage, results: Result[], { category, read, show, isReached }: Measure): string {
  const value = median(results.map(read));
  if (!isReached) return show(value);
  const isMeant = category && results.every((result) => losesOnPurpose(page, result, category));
  return isMeant ? `${show(value)} meant` : against(show(value), isReached(value));
}

function toTables(pages: Map<SitePage, Result[]>, folder: string): Table[] {
  const middles = [...pages].flatMap(([page, results]) => {
    const middle = middleOf(results);
    return middle ? [{ page, result: middle }] : [];
  });
  return [
    {
      title: 'Pages on a simulated phone',
      columns: ['', ...MEASURES.map(({ name }) => name)],
      rows: [...pages].map(([page, results]) => [
        page.name,
        ...MEASURES.map((measure) => toCell(page, results, measure)),
      ]),
      notes: [
        `Medians of ${RUNS} runs, each page after the other in every one, each in a new browser; Lighthouse's mobile defaults (simulated slow 4G, CPU 4× slower than this machine, whose own speed is the benchmark index). Cart, profile and history as someone signed in sees them, with three bouquets in the cart and an order paid for.`,
        'Meant: all points are lost for what is meant. Pages that nobody should land on are kept out of search engines (noindex), and the 404 page answers with its status, which the console repeats.',
      ],
    },
    {
      title: 'What costs points',
      columns: ['page', 'category', 'audit', 'score', 'where'],
      rows: middles.flatMap(({ page, result }) => describeFindings(page, result)),
    },
    {
      title: 'What could be quicker',
      columns: ['page', 'audit', 'says', 'saves', 'where'],
      rows: middles.flatMap(({ page, result }) => listSavings(page.name, result)),
      notes: [`From the run in the middle; the whole reports are in ${folder}.`],
    },
  ];
}
