import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../rig/shop.ts';
import { CACHE } from './cache-and-ports.ts';
import type { Peer } from './start-peer.ts';

/** The newest of their kind on the day of writing; exact, so that two runs measure the same. */
export const VERSIONS = { vendure: '3.7.3', medusa: '2.21.2' } as const satisfies Record<Peer, string>;

const WANTED: Record<Peer, object> = {
  vendure: {
    dependencies: { '@vendure/core': VERSIONS.vendure, pg: '8.23.1' },
    // Newer ones ask for a package that not every registry has.
    overrides: {
      '@graphql-tools/stitch': '10.1.16',
      '@graphql-tools/delegate': '12.0.12',
      '@graphql-tools/batch-delegate': '10.0.18',
      '@graphql-tools/wrap': '11.1.12',
    },
  },
  medusa: {
    dependencies: {
      '@medusajs/medusa': VERSIONS.medusa,
      '@medusajs/framework': VERSIONS.medusa,
      '@medusajs/cli': VERSIONS.medusa,
    },
    // A newer one asks for a client that not every registry has; the shops of the bench store no files there.
    overrides: { '@aws-sdk/lib-storage': '3.1166.0' },
  },
};

const MEDUSA_FILES = {
  'medusa-config.js': `const { defineConfig } = require('@medusajs/framework/utils');
const here = 'http://127.0.0.1';
const secret = 'a secret of the bench';
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, pool: { max: 10 } },
    http: { storeCors: here, adminCors: here, authCors: here, jwtSecret: secret, cookieSecret: secret },
  },
});
`,
  'stock.js': `module.exports.default = async (given) => (await import(process.env.STOCK_PROGRAM)).default(given);\n`,
};

/** Installs a peer's packages into the cache, once; none of their install scripts is run. */
export async function installPeer(peer: Peer, log: (words: string) => void): Promise<void> {
  const folder = join(CACHE, peer);
  const manifest = join(folder, 'package.json');
  const wanted = JSON.stringify({ name: `peer-${peer}`, private: true, ...WANTED[peer] }, undefined, 2);
  mkdirSync(folder, { recursive: true });
  if (peer === 'medusa') {
    for (const [name, text] of Object.entries(MEDUSA_FILES)) writeFileSync(join(folder, name), text);
  }
  const done = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(done) && existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted) return;
  log(`installing ${peer} ${VERSIONS[peer]} into build/peers, once; this takes minutes`);
  writeFileSync(manifest, wanted);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve, reject) => npm.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new Error(`npm could not install ${peer}.`);
}

export type Size = { packages: number; megabytes: number };
type Locked = Record<string, { dev?: boolean; devOptional?: boolean }>;

/** What is installed to run a shop; of ours without what only builds and tests it. */
export async function sizeOf(peer: Peer | 'ours'): Promise<Size> {
  const folder = peer === 'ours' ? ROOT : join(CACHE, peer);
  const lock = readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8');
  const packages = Object.entries((JSON.parse(lock) as { packages: Locked }).packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);
  let bytes = 0;
  for (const path of packages) bytes += await weigh(join(folder, path));
  return { packages: packages.length, megabytes: bytes / 2 ** 20 };
}

/** The bytes of a package's own files; what is nested in it is counted by its own name. */
async function weigh(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === 'node_modules' ? 0 : await weigh(path);
    else bytes += (await lstat(path)).size;
  }
  return bytes;
}
