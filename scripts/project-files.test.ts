import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const packages = Object.keys({
  ...manifest.dependencies,
  ...manifest.optionalDependencies,
  ...manifest.devDependencies,
  ...manifest.overrides,
});

test('every font has the licence of its family beside it, and takes it into an image', () => {
  const fonts = globSync('storefront/app/fonts/*.woff2', { cwd: root });
  expect(fonts.length).toBeGreaterThan(1);
  for (const font of fonts) {
    const [family = ''] = basename(font).split(/[-.]/);
    const licence = read(`storefront/app/fonts/${family}-OFL.txt`);
    expect(licence).toMatch(new RegExp(`^Copyright \\d{4} The ${family} Project Authors`, 'i'));
    expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
  }
  expect(read('Containerfile')).toMatch(/^COPY storefront\/app\/fonts\/\*-OFL\.txt /m);
});

test('the newest version of the changelog is that of package.json, and of the lock', () => {
  const [, newest] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? [];
  const lock = JSON.parse(read('package-lock.json'));
  expect([newest, lock.version, lock.packages[''].version]).toEqual(Array(3).fill(manifest.version));
});

test('whoever works on the shop begins with the Node that it pins', () => {
  const pinned: string = manifest.devDependencies.node;
  const [major] = pinned.split('.');
  expect(read('.nvmrc').trim()).toBe(pinned);
  for (const file of ['.devcontainer/Containerfile', 'Containerfile'])
    expect([...read(file).matchAll(/\bnode:(\d+)/g)].map(([, of]) => of)).toEqual([major]);
});

describe('what a CI service runs', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root });
  const commands = workflows.flatMap((file) =>
    [...read(file).matchAll(/\brun: (.+)/g)].map(([, command = '']) => command),
  );

  test('is what package.json and the folder deploy have', () => {
    expect(commands.length).toBeGreaterThan(2);
    const unknown = [...commands, JSON.parse(read('.devcontainer/devcontainer.json')).postCreateCommand].filter(
      (command) => {
        const [, script] = /^npm (?:run )?([\w:-]+)/.exec(command) ?? [];
        const [, file] = /^sh (\S+)/.exec(command) ?? [];
        return !(script && script in manifest.scripts) && !(file && existsSync(resolve(root, file)));
      },
    );
    expect(unknown).toEqual([]);
  });

  test('walks every part of the journeys', () => {
    const [, shards = ''] = /shard: \[(.+)\]/.exec(workflows.map(read).join('\n')) ?? [];
    expect(shards.split(', ')).toEqual(shards.split(', ').map((_, place) => String(place + 1)));
    expect(commands.filter((command) => command.includes('--shard'))).toEqual([
      expect.stringMatching(/--shard \$\{\{ matrix\.shard \}\}\/\$\{\{ strategy\.job-total \}\}$/),
    ]);
  });
});

describe('packages that move together', () => {
  const rules: { groupName: string; matchPackageNames: string[] }[] = JSON.parse(
    read('.github/renovate.json'),
  ).packageRules;
  const named = (pattern: string) =>
    pattern.endsWith('/**')
      ? packages.filter((name) => name.startsWith(pattern.slice(0, -2)))
      : packages.filter((name) => name === pattern);

  test('are packages of ours, two or more in a group, and each in one group', () => {
    const gone = rules.flatMap(({ matchPackageNames }) => matchPackageNames).filter((name) => named(name).length === 0);
    expect(gone).toEqual([]);
    const groups = rules.map(({ matchPackageNames }) => matchPackageNames.flatMap(named));
    expect(groups.filter((group) => group.length < 2)).toEqual([]);
    expect(groups.flat()).toEqual([...new Set(groups.flat())]);
  });

  test('include a package with its types', () => {
    const groupOf = (name: string) =>
      rules.findIndex(({ matchPackageNames }) => matchPackageNames.flatMap(named).includes(name));
    const apart = packages.filter(
      (name) => name.startsWith('@types/') && (groupOf(name) < 0 || groupOf(name) !== groupOf(name.slice(7))),
    );
    expect(apart).toEqual([]);
  });
});
