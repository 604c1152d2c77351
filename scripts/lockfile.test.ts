import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('lockfile.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockfile-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], { encoding: 'utf8' });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

type Packages = Record<string, Record<string, unknown>>;

const path = join(folder, 'package-lock.json');
const seed = (packages: Packages) =>
  writeFileSync(path, JSON.stringify({ name: 'seed', lockfileVersion: 3, packages }));
const packagesNow = (): Packages => JSON.parse(readFileSync(path, 'utf8')).packages;

const whole: Packages = {
  '': { dependencies: { tool: '1.0.0' } },
  'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies: { 'tool-linux-x64': '1.0.0' } },
  'node_modules/tool-linux-x64': { version: '1.0.0', cpu: ['x64'], dev: true, optional: true, os: ['linux'] },
};

const addTo = (packages: Packages, optionalDependencies: Record<string, string>): Packages => ({
  ...packages,
  'node_modules/tool': { version: '1.0.0', dev: true, optionalDependencies },
});

test('the lockfile of this repository is complete and names no registry', () => {
  expect(run('--check')).toEqual({ status: 0, lines: [''] });
});

describe('--check', () => {
  test('accepts a lock that is whole', () => {
    seed(whole);
    expect(run('--check', path)).toEqual({ status: 0, lines: [''] });
  });

  test.each<[string, Packages, string]>([
    ['lacks a platform', addTo(whole, { 'tool-darwin-arm64': '1.0.0' }), 'missing: tool-darwin-arm64@1.0.0'],
    ['has another version', addTo(whole, { 'tool-linux-x64': '1.0.1' }), 'missing: tool-linux-x64@1.0.1'],
    [
      'says where a package came from',
      { ...whole, 'node_modules/a': { version: '1.0.0', resolved: 'https://mirror.example/a.tgz' } },
      'resolved: node_modules/a',
    ],
    [
      'names an address in another way',
      { ...whole, 'node_modules/a': { version: 'https://mirror.example/a.tgz' } },
      'address: node_modules/a',
    ],
  ])('refuses a lock that %s', (_, packages, fault) => {
    seed(packages);
    expect(run('--check', path)).toEqual({ status: 1, lines: [fault, 'Run `npm install`, then `npm run lockfile`.'] });
    expect(packagesNow()).toEqual(packages);
  });

  test('refuses a lock made for another package.json', () => {
    seed(whole);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { tool: '2.0.0' } }));
    const { status, lines } = run('--check', path);
    rmSync(join(folder, 'package.json'));
    expect(status).toBe(1);
    expect(lines).toContain('not as in package.json: dependencies tool@2.0.0');
  });
});

describe('completing', () => {
  test('adds what is missing with the platform its name tells, in the order npm keeps, and nothing twice', () => {
    seed({
      ...addTo(whole, { 'tool-linux-x64': '1.0.0', 'tool-linuxmusl-arm64': '1.0.0', 'tool-wasm32-wasi': '1.0.0' }),
      'node_modules/b': { version: '2.0.0', resolved: 'https://mirror.example/b.tgz', integrity: 'sha512-x' },
    });
    expect(run(path).status).toBe(0);
    const first = readFileSync(path, 'utf8');
    expect(Object.entries(packagesNow()).slice(1)).toEqual([
      ['node_modules/b', { version: '2.0.0', integrity: 'sha512-x' }],
      ['node_modules/tool', expect.anything()],
      ['node_modules/tool-linux-x64', whole['node_modules/tool-linux-x64']],
      [
        'node_modules/tool-linuxmusl-arm64',
        { version: '1.0.0', cpu: ['arm64'], dev: true, libc: ['musl'], optional: true, os: ['linux'] },
      ],
      ['node_modules/tool-wasm32-wasi', { version: '1.0.0', cpu: ['wasm32'], dev: true, optional: true }],
    ]);
    expect(run(path).lines).toEqual(['The lockfile is complete.']);
    expect(readFileSync(path, 'utf8')).toBe(first);
    expect(run('--check', path).status).toBe(0);
  });

  test('keeps two versions of one package apart', () => {
    seed({
      ...addTo(whole, { 'tool-darwin-x64': '1.0.0' }),
      'node_modules/other': { version: '3.0.0', optionalDependencies: { 'tool-darwin-x64': '3.0.0' } },
    });
    run(path);
    const { 'node_modules/tool-darwin-x64': top, 'node_modules/other/node_modules/tool-darwin-x64': nested } =
      packagesNow();
    expect([top?.version, nested?.version].sort()).toEqual(['1.0.0', '3.0.0']);
    expect(run('--check', path).status).toBe(0);
  });

  test('refuses to guess at a package whose name tells no platform', () => {
    seed(addTo(whole, { faster: '1.0.0' }));
    const { status, lines } = run(path);
    expect(status).toBe(1);
    expect(lines.join()).toContain('faster@1.0.0 is not in the lock');
  });
});
