import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

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
  const { version } = JSON.parse(read('package.json'));
  const [, newest] = /^## (\S+)/m.exec(read('CHANGELOG.md')) ?? [];
  const lock = JSON.parse(read('package-lock.json'));
  expect([newest, lock.version, lock.packages[''].version]).toEqual([version, version, version]);
});
