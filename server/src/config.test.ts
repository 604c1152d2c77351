import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { CannotStart } from './cannot-start.ts';
import { readConfig } from './config.ts';

test('opens on loopback with its own database when nothing is set', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('var'),
    databaseUrl: undefined,
    trustProxy: false,
    development: false,
  });
});

test('takes an empty variable as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('knows itself by the public address, without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://marigold.example/', PORT: '80' }).publicUrl).toBe(
    'https://marigold.example',
  );
  expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

test('reports every wrong value at once, by name', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', PUBLIC_URL: 'ftp://x', DATABASE_URL: 'mysql://x', TRUST_PROXY: 'foo' });
  expect(read).toThrow(CannotStart);
  expect(read).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*TRUST_PROXY/);
});

test('believes the forwarded headers of the networks named, and of no others', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
});
