import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const ROOMS =
  'bench,catalogue,conformance,contract,deploy,docs,journeys,paypal-stand-in,prove,scripts,server,storefront';
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

test.each([
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/{decisions,operating}/*.md', { cwd: root }),
])('%s names no file that is gone', (page) => {
  const isThere = (name: string) => files.some((file) => `/${file}`.endsWith(`/${name}`));
  expect(namedIn(page).filter((name) => !isThere(name))).toEqual([]);
});
