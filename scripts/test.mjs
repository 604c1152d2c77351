#!/usr/bin/env node
/**
 * Proves the shop. Which part of it, the first word says: `check` needs no browser, `test` adds the core journeys, `rest` is
 * what `test` left out, `all` is everything. `--shard 1/4` does a quarter of `rest` or `all`. docs/decisions/tests.md tells why.
 */
import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { listLeftOut, listSampled } from './long-tests.mjs';
import { findNode, prepareOrExit } from './prepare.mjs';
import { processorOfChildren } from './processor-time.mjs';
import { root } from './run-step.mjs';
import { listSkipped } from './skipped-journeys.mjs';

const PARTS = ['check', 'test', 'rest', 'all'];
const WALKED = 'Every journey is walked';
/** In the folder of the reports: which code they are of. */
const TESTED = 'tested.txt';

const { values, positionals } = parseArgs({ options: { shard: { type: 'string' } }, allowPositionals: true });
const [part = 'test'] = positionals;
const { shard } = values;
const isUnderstood = PARTS.includes(part) && (!shard || (/^[1-9]\d?\/[1-9]\d?$/.test(shard) && part !== 'check'));
if (!isUnderstood || positionals.length > 1) {
  console.error(`One of ${PARTS.join(', ')} is understood here, and after the last three --shard 1/4.`);
  process.exit(2);
}

await prepareOrExit();

const node = findNode() ?? process.execPath;
const bin = (/** @type {string} */ file) => [node, join(root, 'node_modules', file)];
const inShard = shard ? [`--shard=${shard}`] : [];
const isFirst = !shard || shard.startsWith('1/');

// What the commands of one run leave stands side by side, for `npm run conformance`; what begins a run empties it.
const ALL_REPORTS = join(root, 'build', 'reports');
const REPORTS = join(ALL_REPORTS, shard ? `${part}-${shard.replace('/', '-of-')}` : part);

// Whatever program a test starts compiles the shop's code once, not each time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'build', 'compile-cache');

/** @typedef {{ title: string, command: string[], env?: Record<string, string> }} Step */
/** @type {Step[]} */
const STATIC = [
  { title: 'Lint', command: [join(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings', '.'] },
  { title: 'Routes typed', command: [...bin('@react-router/dev/bin.cjs'), 'typegen'] },
  // What has not changed since the last time is not checked again: a sixth of the work.
  {
    title: 'Types',
    command: [
      ...[join(root, 'node_modules/.bin/tsc'), '-p', '.', '--checkers', '2'],
      ...['--incremental', '--tsBuildInfoFile', join(root, 'build', 'types.tsbuildinfo')],
    ],
  },
  { title: 'Promises', command: [join(root, 'node_modules/.bin/oxlint'), '--type-aware'] },
  { title: 'Dead code', command: [...bin('knip/bin/knip.js')] },
];
const vitest = [...bin('vitest/vitest.mjs'), 'run'];
const seed = process.env.TEST_SAMPLE || String(randomInt(2 ** 31));

/** @type {Record<string, Step>} */
const UNIT = {
  sampled: { title: 'Unit, architecture, page and API tests', command: vitest, env: { TEST_SAMPLE: seed } },
  nets: {
    title: 'What was done in part, whole',
    command: [...vitest, ...inShard, ...listSampled()],
    env: { TEST_SAMPLE: '' },
  },
  whole: {
    title: 'Unit, architecture, page and API tests, whole',
    command: [...vitest, ...inShard],
    env: { TEST_SAMPLE: '' },
  },
};

async function walk(/** @type {string} */ title, /** @type {string} */ which) {
  const { requireChromium } = await import('./chromium.mjs');
  const env = { CHROMIUM_PATH: await requireChromium(), JOURNEYS: which };
  return { title, command: [...bin('@playwright/test/cli.js'), 'test', ...inShard], env };
}

/** Which code is tested: the commit, and what is different from it here. Empty where git is not. */
function describeTree() {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const added = git('ls-files', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean);
  const parts = [git('rev-parse', 'HEAD'), git('diff', 'HEAD'), ...added, git('hash-object', '--', ...added)];
  return parts[0] === '' ? '' : createHash('sha256').update(parts.join()).digest('hex');
}

/** Which code `npm test` has tested here last. */
function readTested() {
  const file = join(ALL_REPORTS, 'test', TESTED);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Where the reports of a whole run are: behind `all`, and behind a `rest` that followed `test` of the same code here. */
const isWhole =
  !shard && (part === 'all' || (part === 'rest' && readTested() !== '' && readTested() === describeTree()));
/** @type {Step} */
const DEMANDS = { title: 'Every demand, by this run', command: [node, join(root, 'lab/conformance/write.ts')] };

/** @returns {Promise<Step[]>} */
async function listSteps() {
  const statics = isFirst ? STATIC : [];
  const [sampled, nets, whole] = [UNIT.sampled, UNIT.nets, UNIT.whole];
  if (part === 'check') return [...STATIC, sampled];
  if (part === 'test') return [...statics, ...(isFirst ? [sampled] : []), await walk('Core journeys', 'core')];
  const shown = isWhole ? [DEMANDS] : [];
  if (part === 'rest') return [nets, await walk('All other journeys', 'rest'), ...shown];
  return [...statics, whole, await walk('Journeys', 'all'), ...shown];
}

const steps = await listSteps();
rmSync(part === 'rest' || !isFirst ? REPORTS : ALL_REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
if (part === 'test') writeFileSync(join(REPORTS, TESTED), describeTree());

const seconds = (/** @type {number | undefined} */ time) => (time === undefined ? '' : `${time.toFixed(0)} s`);
const line = (/** @type {string[]} */ ...[title = '', how = '', wall = '', processor = '']) =>
  `  ${title.padEnd(46)}${how.padEnd(8)}${wall.padStart(8)}${processor.padStart(12)}`;

const failed = [];
const lines = [];
const total = { wall: 0, processor: 0 };
for (const { title, command, env } of steps) {
  console.log(`\n— ${title}${env?.TEST_SAMPLE ? `, seed ${seed} of what is tried only in part` : ''}`);
  const [started, before] = [Date.now(), processorOfChildren()];
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, REPORTS, ...env },
  });
  const wall = (Date.now() - started) / 1000;
  const processor = before === undefined ? undefined : (processorOfChildren() ?? 0) - before;
  total.wall += wall;
  total.processor += processor ?? 0;
  lines.push(line(title, status === 0 ? 'fine' : 'FAILED', seconds(wall), seconds(processor)));
  console.log(lines.at(-1));
  if (status !== 0) failed.push(title);
}

/** @returns {any} */
const readReport = (/** @type {string} */ name) => {
  try {
    return JSON.parse(readFileSync(join(REPORTS, name), 'utf8'));
  } catch {
    return undefined;
  }
};
const unit = readReport('vitest.json');
const walked = readReport('playwright.json');
const journeys = walked?.stats;
const passed = (unit?.numPassedTests ?? 0) + (journeys ? journeys.expected + journeys.flaky : 0);
const broken = (unit?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0);

// Named once more at the end: whoever reads a long log reads its end first.
for (const { name, assertionResults, message } of unit?.testResults ?? []) {
  const file = relative(root, name);
  const broke = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
  if (message && broke.length === 0) console.log(`\n✗ ${file}\n  ${message}`);
  for (const { fullName, failureMessages } of broke) console.log(`\n✗ ${file} › ${fullName}\n  ${failureMessages[0]}`);
}

// A shard sees one screen of a journey and not the other; the core ones of the rest are walked by `npm test`.
const elsewhere = { without: part === 'rest' ? ['core', 'phone-core'] : [] };
for (const name of walked && !shard ? listSkipped(walked, elsewhere) : []) {
  console.log(`\n✗ ${name}\n  was walked on no screen`);
  if (!failed.includes(WALKED)) failed.push(WALKED);
}

console.log(`\n${line('', '', 'wall', 'processor')}\n${lines.join('\n')}`);
console.log(line('Together', '', seconds(total.wall), seconds(total.processor || undefined)));
if (part === 'check') console.log('\nWithout a browser. `npm test` walks the core journeys as well.');
if (part === 'check' || part === 'test')
  console.log(
    `\n\`npm run test:rest\` walks all other journeys, tries every call with everything, and runs ${listLeftOut(seed).length} long files that were not drawn.`,
  );
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll of it holds.');
if (journeys?.flaky) console.log(`${journeys.flaky} only when tried again, marked as flaky above`);
console.log(`${passed} passed, ${broken} failed`);
process.exit(failed.length > 0 ? 1 : 0);
