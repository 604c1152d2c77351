/**
 * Brings a checkout to where the shop can start: installs what package-lock.json names and makes what is stale of the
 * build. Runs on any Node from 20.19 and before anything is installed, so it imports nothing that is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotPrepare, root, run } from './run-step.mjs';

/**
 * What the build is made of, in the order it is made. Each is made again when the contents of an input have changed.
 * @typedef {{ name: string, doing: string, inputs: string[], output: string, command: string[], isTalkative: boolean }} Product
 * @type {Product[]}
 */
const PRODUCTS = [
  {
    name: 'pictures',
    doing: 'Looking for pictures that are not made yet (once, a second)',
    inputs: [
      'catalogue/pictures',
      'scripts/make-pictures.ts',
      'scripts/site-widths.ts',
      ...['make-picture', 'make-share', 'require-picture', 'cached-pictures'].map(
        (name) => `server/src/features/catalogue/pictures/${name}.ts`,
      ),
    ],
    output: 'catalogue/made/site.json',
    command: ['scripts/make-pictures.ts'],
    isTalkative: true,
  },
  {
    name: 'storefront',
    doing: 'Building the pages (once, a few seconds)',
    inputs: [
      'storefront',
      'contract',
      'catalogue/made/site.json',
      'package-lock.json',
      'vite.config.ts',
      'react-router.config.ts',
    ],
    output: 'build/storefront',
    command: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    isTalkative: false,
  },
  {
    name: 'desk',
    doing: 'Building the pages of the desk (once, a few seconds)',
    inputs: ['storefront', 'contract', 'catalogue/made/site.json', 'package-lock.json'],
    output: 'build/desk',
    command: ['node_modules/@react-router/dev/bin.cjs', 'build', 'storefront/app/desk'],
    isTalkative: false,
  },
];

const INSTALL = ['npm', 'ci', '--include=dev', '--include=optional', '--ignore-scripts=false', '--engine-strict=false'];

const inRoot = (/** @type {string} */ path) => join(root, path);
const sha = (/** @type {string | Buffer} */ content) => createHash('sha256').update(content).digest('hex');

/** @param {string} path */
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** A stamp only saves work, so a checkout that may not be written goes without. @param {string} path @param {string} text */
function stampTo(path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch {}
}

/** The Node the project pins; the machine's own where that is new enough to run TypeScript as it is. */
export function findNode() {
  const pinned = inRoot(join('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'));
  if (existsSync(pinned)) return pinned;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18) ? process.execPath : undefined;
}

const INSTALLED = inRoot('node_modules/.marigold-install');
const installStamp = () => sha(`${process.platform} ${process.arch} ${readFileSync(inRoot('package-lock.json'))}`);

/** Whether an `npm ci` or `npm install` that was not ours has already put everything in place. */
function isInstalledByHand() {
  const written = readIfThere(inRoot('node_modules/.package-lock.json'));
  if (!written) return false;
  const { packages: there } = JSON.parse(written);
  const { packages: wanted } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const direct = Object.keys({ ...dependencies, ...devDependencies });
  if (direct.some((name) => !there[`node_modules/${name}`])) return false;
  if (Object.keys(there).some((place) => wanted[place] && wanted[place].version !== there[place].version)) return false;
  // Parts brought along from another machine look right and do not run.
  const node = findNode();
  return node !== undefined && spawnSync(node, ['--version']).status === 0;
}

function isInstalled() {
  if (findNode() && readIfThere(INSTALLED) === installStamp()) return true;
  if (!isInstalledByHand()) return false;
  stampTo(INSTALLED, installStamp());
  return true;
}

async function install() {
  const { NODE_ENV, ...env } = process.env;
  // While it works, npm must not stand on the Node that it is about to replace.
  const ours = inRoot(join('node_modules', '.bin'));
  env.PATH = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== ours)
    .join(delimiter);
  rmSync(INSTALLED, { force: true });
  await run('Installing the parts (once, about a minute)', INSTALL, { env, isTalkative: false });
  if (!findNode()) throw new CannotPrepare('npm installed no Node for this machine. Use Node 22.18 or newer instead.');
  stampTo(INSTALLED, installStamp());
}

/** @param {string} path @returns {string[]} every file at or under the path, in a steady order, without tests */
function filesUnder(path) {
  const stats = statSync(inRoot(path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  const entries = readdirSync(inRoot(path)).filter((name) => !name.startsWith('.') && !/\.test\.\w+$/.test(name));
  return entries.sort().flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * The times and sizes of the inputs answer at once; their contents are read only when those differ, as after a
 * checkout that touched files without changing them.
 * @param {Product} product
 */
function checkFresh({ name, inputs, output, command }) {
  const stamp = inRoot(`build/stamps/${name}.json`);
  const { glance, contents } = JSON.parse(readIfThere(stamp) ?? '{}');
  const files = inputs.flatMap(filesUnder);
  const about = (/** @type {string} */ file) => {
    const { size, mtimeNs } = statSync(inRoot(file), { bigint: true });
    return `${file} ${size} ${mtimeNs}`;
  };
  const glanceNow = sha(files.map(about).join('\n'));
  const isMade = existsSync(inRoot(output));
  if (isMade && glance === glanceNow) return { isFresh: true, saveStamp: () => {} };
  const contentsNow = sha(
    [...command, ...files.map((file) => `${file} ${sha(readFileSync(inRoot(file)))}`)].join('\n'),
  );
  const saveStamp = () => stampTo(stamp, JSON.stringify({ glance: glanceNow, contents: contentsNow }));
  const isFresh = isMade && contents === contentsNow;
  if (isFresh) saveStamp();
  return { isFresh, saveStamp };
}

/** @param {Product} product */
async function make(product) {
  // Looked at before it is made: a change in the meantime is found next time.
  const { isFresh, saveStamp } = checkFresh(product);
  if (isFresh) return;
  const node = findNode() ?? process.execPath;
  rmSync(inRoot(`build/stamps/${product.name}.json`), { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(product.doing, [node, ...product.command], { env, isTalkative: product.isTalkative });
  saveStamp();
}

/** Two starts in one checkout would pull it from under each other: the second waits for the first. */
async function withLock(/** @type {() => Promise<void>} */ work) {
  const lock = inRoot('build/.preparing');
  for (let isWaiting = false; ; isWaiting = true) {
    try {
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST') throw new CannotPrepare(`The shop must be built and cannot write its files (${message}).`);
    }
    if (!isRunning(Number(readIfThere(lock)))) rmSync(lock, { force: true });
    else if (!isWaiting) console.log('Another start is preparing the shop. Waiting for it…');
    await sleep(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  await work().finally(release);
  process.off('exit', release);
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Installs and builds what is stale, all of it or `only` the named products; nothing when nothing is.
 * @param {{ only?: string[] }} [options]
 */
async function prepare({ only = PRODUCTS.map(({ name }) => name) } = {}) {
  const wanted = PRODUCTS.filter(({ name }) => only.includes(name));
  if (isInstalled() && wanted.every((product) => checkFresh(product).isFresh)) return;
  await withLock(async () => {
    if (!isInstalled()) await install();
    for (const product of wanted) await make(product);
  });
}

/**
 * Prepares, or says in one sentence what the reader can mend and ends.
 * @param {Parameters<typeof prepare>[0]} [options]
 */
export async function prepareOrExit(options) {
  try {
    await prepare(options);
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
