import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const APP = new URL('..', import.meta.url).pathname;
const read = (file: string) => readFileSync(`${APP}/${file}`, 'utf8');

test('the privacy page names every key that the shop stores in a browser', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: APP }).filter((file) => !/^desk\/|\.test\.ts$/.test(file));
  const keys = files
    .filter((file) => read(file).includes('localStorage.setItem('))
    .flatMap((file) => [...read(file).matchAll(/const \w+ = '([a-z]+(?:_[a-z]+)+)'/g)].map(([, key = '']) => key));
  expect(keys).toContain('refresh_token');
  expect(keys.length).toBeGreaterThan(8);
  const page = read('information/privacy-page.tsx');
  expect(keys.filter((key) => !page.includes(key))).toEqual([]);
});
