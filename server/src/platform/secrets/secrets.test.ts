import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotStart } from '#server/platform/cannot-start.ts';
import { deriveSecrets, findSecret } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marigold-lane-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('makes a secret once, for its owner alone, and keeps it', async () => {
  const folder = join(dataDir, 'not/yet/there');
  const first = await findSecret({ jwtSecret: undefined, dataDir: folder });
  expect(first.length).toBeGreaterThanOrEqual(64);
  expect(await findSecret({ jwtSecret: undefined, dataDir: folder })).toBe(first);
  expect((await stat(join(folder, 'jwt-secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['jwt-secret']);
});

test('shops that start at once agree on one', async () => {
  const found = await Promise.all(Array.from({ length: 10 }, () => findSecret({ jwtSecret: undefined, dataDir })));
  expect(new Set(found).size).toBe(1);
  expect(await readFile(join(dataDir, 'jwt-secret'), 'utf8')).toBe(found[0]);
});

test('takes the secret that was set, and makes none', async () => {
  expect(await findSecret({ jwtSecret: 'from the environment', dataDir })).toBe('from the environment');
  expect(await readdir(dataDir)).toEqual([]);
});

test('does not open with a damaged one', async () => {
  await writeFile(join(dataDir, 'jwt-secret'), '');
  await expect(findSecret({ jwtSecret: undefined, dataDir })).rejects.toThrow(CannotStart);
});

test('has a key for each purpose, the same in every process', () => {
  const keys = Object.values(deriveSecrets('one')).map((key) => key.toString('hex'));
  expect(new Set(keys).size).toBe(9);
  expect(keys.every((key) => key.length === 64)).toBe(true);
  expect(deriveSecrets('one')).toEqual(deriveSecrets('one'));
  expect(deriveSecrets('two').accessTokens).not.toEqual(deriveSecrets('one').accessTokens);
});
