import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { requireChromium } from '../../../scripts/chromium.mjs';
import { startChild } from '../../rig/children.ts';
import { readJsonFile } from '../../rig/read-json.ts';
import { ROOT } from '../../rig/shop.ts';
import { isWanted, type Line, type Log, type Proof, scaled } from '../proof.ts';

const TIMES = 2;
const REPORT = join(ROOT, 'build', 'prove-browser.json');
const PLAYWRIGHT = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');

/** Journeys through a shop that is slow, wrong or away, with two tabs, the back button, a double click and a reload. */
const JOURNEYS: Record<string, string> = {
  'a shop that is killed, slow or wrong': 'bad-days',
  'many tabs': 'many-tabs',
  'coming back': 'come-back',
  'buying, with everything that a buyer does twice': 'buy-',
};

type Told = { status: string; projectName: string; results: { error?: { message?: string } }[] };
type Suite = { suites?: Suite[]; specs?: { title: string; tests: Told[] }[] };
type Report = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites: Suite[] };

export const browser: Proof = {
  name: 'browser',
  about: 'the journeys about bad days, many tabs, coming back and buying, in Chromium',
  ownDatabase: true,
  async prove(options, log) {
    const chromium = await requireChromium();
    const lines: Line[] = [];
    for (const [what, files] of Object.entries(JOURNEYS)) {
      if (!isWanted(options, what)) continue;
      lines.push(await walk(what, files, { chromium, times: scaled(options, TIMES), log }));
    }
    return { lines };
  },
};

async function walk(
  what: string,
  files: string,
  { chromium, times, log }: { chromium: string; times: number; log: Log },
): Promise<Line> {
  rmSync(REPORT, { force: true });
  const flags = ['--reporter=json', `--repeat-each=${times}`, '--retries=0', '--output=build/prove-browser'];
  const child = startChild(process.execPath, [PLAYWRIGHT, 'test', files, ...flags], {
    cwd: ROOT,
    env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
  });
  while (!child.hasEnded()) await sleep(200);
  const report = readJsonFile<Report>(REPORT);
  const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {};
  if (!report || expected + unexpected + flaky === 0)
    return { what, tried: 0, faults: 0, lost: [`The journeys did not begin.\n${child.words()}`] };
  const broken = report.suites.flatMap(listBroken);
  if (broken.length !== unexpected) broken.push(`${unexpected} journeys failed, of which ${broken.length} are named.`);
  log(`${what}: ${expected + flaky} as told, ${unexpected} not`);
  const tried = expected + flaky + unexpected;
  return { what, tried, faults: 0, lost: broken, figures: `${flaky} only at the second try` };
}

/** One for each repetition: the reporter counts a repeated journey once. */
const listBroken = ({ suites = [], specs = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => `${title} (${projectName}): ${firstLine(results.at(-1)?.error?.message)}`),
  ),
  ...suites.flatMap(listBroken),
];

const firstLine = (words = ''): string => stripVTControlCharacters(words).split('\n', 1)[0] ?? '';
