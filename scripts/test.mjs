#!/usr/bin/env node
/** `npm test` proves the shop; `npm run check` is its quick half, without a browser. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findNode, prepareOrExit, root } from './prepare.mjs';
import { listSkipped } from './skipped-journeys.mjs';

const quick = process.argv.includes('--quick');
const REPORTS = join(root, 'build', 'reports');
const WALKED = 'Every journey is walked';

await prepareOrExit();

const node = findNode() ?? process.execPath;
const bin = (/** @type {string} */ file) => [node, join(root, 'node_modules', file)];

// Whatever program a test starts compiles the shop's code once, not each time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'build', 'compile-cache');

/** @type {{ title: string, command: string[], env?: Record<string, string> }[]} */
const steps = [
  { title: 'Lint', command: [join(root, 'node_modules/.bin/biome'), 'check', '--error-on-warnings', '.'] },
  { title: 'Routes typed', command: [...bin('@react-router/dev/bin.cjs'), 'typegen'] },
  { title: 'Types', command: [join(root, 'node_modules/.bin/tsc'), '-p', '.'] },
  { title: 'Promises', command: [join(root, 'node_modules/.bin/oxlint'), '--type-aware'] },
  { title: 'Dead code', command: [...bin('knip/bin/knip.js')] },
  { title: 'Unit, architecture and API tests', command: [...bin('vitest/vitest.mjs'), 'run'] },
];

if (!quick) {
  const { requireChromium } = await import('./chromium.mjs');
  const chromium = await requireChromium();
  steps.push({
    title: 'Journeys in a browser',
    command: [...bin('@playwright/test/cli.js'), 'test'],
    env: { CHROMIUM_PATH: chromium },
  });
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const failed = [];
for (const { title, command, env } of steps) {
  console.log(`\n— ${title}`);
  const started = Date.now();
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(`  ${title}: ${status === 0 ? 'fine' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(0)} s`);
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

for (const name of walked ? listSkipped(walked) : []) {
  console.log(`\n✗ ${name}\n  was walked on no screen`);
  if (!failed.includes(WALKED)) failed.push(WALKED);
}

console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll of it holds.');
if (journeys?.flaky) console.log(`${journeys.flaky} only when tried again, marked as flaky above`);
console.log(`${passed} passed, ${broken} failed`);
process.exit(failed.length > 0 ? 1 : 0);
