import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const ROOMS = 'catalogue,contract,deploy,docs,journeys,lab,paypal-stand-in,scripts,server,storefront';
const FILE_NAME = /`([\w./-]+\.(?:ts|tsx|mjs|md))`/g;

const files = globSync([`{${ROOMS}}/**/*.{ts,tsx,mjs,md}`, '*.{ts,md}'], { cwd: root });
const read = (document: string) => readFileSync(resolve(root, document), 'utf8');
const namedIn = (document: string) => [...read(document).matchAll(FILE_NAME)].map(([, name = '']) => name);

test('the guide for newcomers answers ten questions or more, and every file that it names is there', () => {
  const guide = 'docs/finding-your-way.md';
  const questions = read(guide).match(/^\d+\. \*\*.+?\?\*\*/gm);
  expect(questions?.length).toBeGreaterThanOrEqual(10);
  expect(namedIn(guide).length).toBeGreaterThan(30);
  expect(namedIn(guide).filter((name) => !files.includes(name))).toEqual([]);
});

const REFERENCE = ['README.md', ...['commands', 'layout', 'promises', 'settings'].map((name) => `docs/${name}.md`)];

test.each([
  ...REFERENCE,
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['operating', 'scaling'].map((name) => `docs/${name}.md`),
  ...globSync('docs/{decisions,operating}/*.md', { cwd: root }),
])('%s names no file that is gone, and its links lead to files', (page) => {
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(namedIn(page).filter((name) => !isThere(name))).toEqual([]);
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(resolve(root, dirname(page), link)))).toEqual([]);
});

test('the page of internals was looked at since the last upgrade: it names the versions of package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'));
  const page = read('docs/decisions/internals-we-lean-on.md');
  const named = [...page.matchAll(/`([\w-]+)` (\d+\.\d+\.\d+)/g)].map(([, name = '', version]) => [name, version]);
  expect(named.length).toBeGreaterThan(8);
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(named.map(([name = '']) => [name, { ...dependencies, ...devDependencies }[name]])),
  );
});

describe('the README and what it leads to', () => {
  test('is short, and so is each cell of a table', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
    const cells = REFERENCE.flatMap((page) => read(page).match(/^\|.*$/gm) ?? []).flatMap((row) => row.split('|'));
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.map((cell) => cell.trim()).filter((cell) => cell.length > 100)).toEqual([]);
  });

  test('names the question of the guide that it means', () => {
    const guide = read('docs/finding-your-way.md');
    const rows = [...read('README.md').matchAll(/^\| (.+?\?) +\| .*question (\d+)/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, question = '', number] of rows) expect(guide).toContain(`\n${number}. **${question}**`);
  });

  test('explains every setting, and has a line for every folder', () => {
    const settings = read('server/src/config.ts').match(/(?<=^ {2})[A-Z_]+(?=:)/gm) ?? [];
    const inside = ['CRASH_AT', 'NODE_ENV'];
    expect(settings).toEqual(expect.arrayContaining(inside));
    const isMissing = (page: string) => (name: string) => !read(page).includes(`\`${name}\``);
    expect(settings.filter((name) => !inside.includes(name)).filter(isMissing('docs/settings.md'))).toEqual([]);
    const folders = ['server/src', 'storefront/app'].flatMap((place) =>
      readdirSync(resolve(root, place), { withFileTypes: true }).filter((entry) => entry.isDirectory()),
    );
    expect(folders.map(({ name }) => `${name}/`).filter(isMissing('docs/layout.md'))).toEqual([]);
  });
});
