import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import lighthouse, { type Result } from 'lighthouse';
import { withChromium } from './chromium.ts';
import { describeFindings, listSavings } from './lighthouse-findings.ts';
import { describeRun } from './machine.ts';
import type { Report } from './results.ts';
import { firstBouquet, openShop, ROOT } from './shop.ts';
import { median } from './statistics.ts';
import { against, figure } from './table.ts';

const RUNS = 3;
const LONGEST_RUN_MS = 120_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

type Measure = {
  name: string;
  read(result: Result): number;
  show(value: number): string;
  isReached?(value: number): boolean;
};

const score = (category: string, name: string, aim: number): Measure => ({
  name: `${name} ≥ ${aim}`,
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
  {
    name: 'LCP ≤ 1.8 s',
    read: audit('largest-contentful-paint'),
    show: seconds,
    isReached: (value) => value <= 1800,
  },
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
  { name: "machine's benchmark index", read: ({ environment }) => environment.benchmarkIndex, show: figure },
];

async function visit(url: string): Promise<Result> {
  return withChromium(async (port) => {
    const result = await Promise.race([
      lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: CATEGORIES }),
      sleep(LONGEST_RUN_MS, undefined, { ref: false }),
    ]);
    if (!result) throw new Error(`Lighthouse did not finish with ${url} within ${LONGEST_RUN_MS / 1000} s.`);
    if (result.lhr.runtimeError) throw new Error(`${url}: ${result.lhr.runtimeError.message}`);
    return result.lhr;
  });
}

/** The run whose performance is in the middle: the one whose findings are told. */
function middleOf(results: Result[]): Result | undefined {
  const performance = ({ categories }: Result) => categories.performance?.score ?? 0;
  return results.toSorted((left, right) => performance(left) - performance(right))[Math.floor(results.length / 2)];
}

async function keepReport(name: string, result: Result): Promise<void> {
  const folder = join(ROOT, 'build/reports/lighthouse');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.json`), JSON.stringify(result, null, 1));
}

/** Lighthouse's own judgement of the three pages that a visitor lands on, on its simulated phone. */
export async function measurePages(): Promise<Report> {
  const run = describeRun(['lighthouse']);
  const shop = await openShop();
  try {
    const { id } = await firstBouquet(shop);
    const pages = new Map<string, Result[]>(['/', '/product', `/product/${id}`].map((path) => [path, []]));
    for (let round = 0; round < RUNS; round++) {
      for (const [path, results] of pages) results.push(await visit(`${shop.url}${path}`));
    }
    for (const [path, results] of pages) {
      const middle = middleOf(results);
      if (middle) await keepReport(path.slice(1).replaceAll('/', '-') || 'home', middle);
    }
    return { kind: 'lighthouse', run, tables: toTables(pages) };
  } finally {
    await shop.stop();
  }
}

function toTables(pages: Map<string, Result[]>) {
  const middles = [...pages].flatMap(([path, results]) => {
    const middle = middleOf(results);
    return middle ? [{ path, result: middle }] : [];
  });
  return [
    {
      title: 'Pages on a simulated phone',
      columns: ['', ...pages.keys()],
      rows: MEASURES.map(({ name, read, show, isReached }) => [
        name,
        ...[...pages.values()].map((results) => {
          const value = median(results.map(read));
          return isReached ? against(show(value), isReached(value)) : show(value);
        }),
      ]),
      notes: [
        `Medians of ${RUNS} interleaved runs, each in a new browser; Lighthouse's mobile defaults (simulated slow 4G, CPU 4× slower than this machine, whose own speed is the benchmark index).`,
      ],
    },
    {
      title: 'What costs points',
      columns: ['page', 'category', 'audit', 'score', 'where'],
      rows: middles.flatMap(({ path, result }) => describeFindings(path, result)),
    },
    {
      title: 'What could be quicker',
      columns: ['page', 'audit', 'says', 'saves', 'where'],
      rows: middles.flatMap(({ path, result }) => listSavings(path, result)),
      notes: ['From the run in the middle; the whole reports are in build/reports/lighthouse.'],
    },
  ];
}
