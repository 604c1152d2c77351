/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The browser without its window: it tests as well as the whole one, for half the processor time. */
const SHELL = 'chromium-headless-shell';
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Some systems put a stub where the browser would be: only one that can tell its version will do. */
const canStart = (/** @type {string} */ path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function findInstalled(/** @type {string[]} */ names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...ELSEWHERE,
  ].find((path) => path && existsSync(path) && canStart(path));
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

function install(/** @type {string} */ name) {
  console.log('Installing Chromium (once, a minute or two)…');
  return run('apt-get', 'update', '-qq') && run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
}

/** The path of a Chromium that can be started: `whole`, or without its window where there is one. Exits with a sentence
 * when there is none to be had. */
export async function requireChromium({ whole = false } = {}) {
  const names = whole ? WHOLE : [SHELL, ...WHOLE];
  const found = findInstalled(names) ?? (await findPlaywrights());
  const isBest = found && (whole || process.env.CHROMIUM_PATH || found.endsWith(SHELL));
  if (isBest || (found && !canInstall())) return found;
  if (canInstall() && install(names[0] ?? '')) {
    const installed = findInstalled(names);
    if (installed) return installed;
  }
  if (found) return found;
  console.log('Fetching a Chromium for the browser tests (once, a minute or two)…');
  if (run('npx', 'playwright', 'install', 'chromium')) {
    const fetched = await findPlaywrights();
    if (fetched) return fetched;
  }
  console.error('The browser tests need Chromium. Install it with your package manager, or set CHROMIUM_PATH to one.');
  process.exit(1);
}
