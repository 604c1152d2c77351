import { describeRun } from '../../rig/machine.ts';
import { median } from '../../rig/statistics.ts';
import { against, figure, type Table } from '../../rig/table.ts';
import type { Report } from '../results.ts';
import { openBuyer, openShopWithTill, type ShopWithTill } from './buyer.ts';
import { type Answers, timeHabit } from './inp.ts';
import { HABITS, type Habit } from './interactions.ts';
import { type Opening, openPage, type Weight } from './opening.ts';
import { type Phone, SLOWED, withPhone } from './phone.ts';
import { listPages, type SitePage } from './site-map.ts';

const OPENINGS = 3;
const INTERACTIONS = 20;
const AIM_MS = 100;

const kilobytes = (bytes: number) => figure(bytes / 1024);
const sum = (weight: Weight) => Object.values(weight).reduce((all, bytes) => all + bytes, 0);

/** What a page weighs, what waking it costs, and how soon it answers a thumb, on a phone four times slower than this machine. */
export async function measurePages(root?: string): Promise<Report> {
  const run = describeRun(['@playwright/test', 'react', 'react-router'], root);
  await using shop = await openShopWithTill(root);
  const pages = await listPages(shop);
  const tables = await withPhone(shop, async (phone) => {
    const openings = await openAll(phone, pages);
    const answers = await timeAll(shop, phone);
    return [weightTable(openings), wakingTable(openings), answerTable(answers)];
  });
  return { kind: 'pages', run, tables };
}

async function openAll(phone: Phone, pages: SitePage[]): Promise<Map<SitePage, Opening[]>> {
  const openings = new Map<SitePage, Opening[]>();
  for (const page of pages) {
    const who = await page.buyer?.signIn();
    const all: Opening[] = [];
    for (let round = 0; round < OPENINGS; round++) all.push(await openPage(phone, page.path, who));
    openings.set(page, all);
  }
  return openings;
}

async function timeAll(shop: ShopWithTill, phone: Phone): Promise<Map<Habit, Answers>> {
  const answers = new Map<Habit, Answers>();
  for (const habit of HABITS) {
    // Someone new each time: a cart holds only so many of a kind.
    const who = habit.isSignedIn ? await (await openBuyer(shop)).signIn() : undefined;
    answers.set(habit, await timeHabit(phone, habit, { who, times: INTERACTIONS }));
  }
  return answers;
}

const weightTable = (openings: Map<SitePage, Opening[]>): Table => ({
  title: 'What a first visit brings over the wire, in KB',
  columns: ['', 'HTML with styles', 'more styles', 'JavaScript', 'fonts', 'pictures', 'other', 'all'],
  rows: [...openings].map(([{ name }, all]) => {
    const middle = (read: (weight: Weight) => number) => kilobytes(median(all.map(({ weight }) => read(weight))));
    const kinds = ['Document', 'Stylesheet', 'Script', 'Font', 'Image', 'Other'] as const;
    return [name, ...kinds.map((kind) => middle((weight) => weight[kind])), middle(sum)];
  }),
  notes: [
    `Compressed, headers included, without scrolling, on a Pixel 7's screen; medians of ${OPENINGS} visits with an empty cache. Every page carries its styles in its HTML; other is data, icons and the manifest. Private pages for someone with three bouquets in the cart and an order paid for.`,
  ],
});

const wakingTable = (openings: Map<SitePage, Opening[]>): Table => ({
  title: `What waking a page costs, with the processor slowed ${SLOWED}×, in ms`,
  columns: ['', 'main thread', 'of it scripts', 'styles and layout', 'until at rest', 'longest task', 'awake after'],
  rows: [...openings].map(([{ name }, all]) => {
    const keys = ['work', 'script', 'layout', 'toRest', 'longest', 'awake'] as const;
    const times = keys.map((key) => all.map((one) => one[key]));
    return [name, ...times.map((ms) => figure(median(ms)))];
  }),
  notes: [
    `Main thread: its processor time, so that what others do on the machine does not count, for all tasks from the page's load event, when everything visible is there, until React has hydrated the page and run its effects (DevTools' TaskDuration, ScriptDuration with V8CompileDuration, LayoutDuration with RecalcStyleDuration); fetching and compiling the scripts is part of it. Parts out of sight are hydrated after that, or when they are touched: until at rest has these, too, and all else until nothing is fetched any more. Longest task: the longest from then on until the page is at rest, 0 if none took 50 ms. Awake after: since the navigation began, over loopback.`,
  ],
});

const answerTable = (answers: Map<Habit, Answers>): Table => ({
  title: `How soon a page answers, with the processor slowed ${SLOWED}×`,
  columns: ['', 'times', 'median ms', `INP ≤ ${AIM_MS} ms`, 'the slowest: waited', 'handled', 'painted', 'event'],
  rows: [...answers].map(([{ name }, { count, median: middle, inp, worst }]) => [
    name,
    String(count),
    figure(middle),
    against(figure(inp), inp <= AIM_MS),
    ...(worst ? [figure(worst.waited), figure(worst.handled), figure(worst.painted), worst.what] : ['', '', '', '']),
  ]),
  notes: [
    'Real taps and keys on a Pixel 7’s screen, timed by the browser itself (Event Timing) from the touch to the next frame, in steps of 8 ms; INP is the slowest of them, as browsers define it for fewer than fifty. It waits for the main thread, is handled by the page, and then painted.',
  ],
});
