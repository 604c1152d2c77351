import { expect, test, vi } from 'vitest';
import { toCachedResponse } from './cached-response.ts';
import { createCompressOnce } from './compress-once.ts';

const HTML = { 'content-type': 'text/html' };
const page = (text: string, effort: 'best' | 'quick' = 'best') => toCachedResponse(200, HTML, text, { effort });

test('a page that comes out as it was is not compressed again, another is', async () => {
  const make = vi.fn(async (body: Buffer, coding: string) => Buffer.from(`${coding} of ${body.subarray(0, 5)}`));
  const compressOnce = createCompressOnce(make);
  const first = await compressOnce(page('roses'), 'br');
  expect(await compressOnce(page('roses'), 'br')).toBe(first);
  expect(make).toHaveBeenCalledTimes(1);
  expect((await compressOnce(page('roses'), 'gzip')).toString()).toBe('gzip of roses');
  expect((await compressOnce(page('tulip'), 'br')).toString()).toBe('br of tulip');
  expect(make).toHaveBeenCalledTimes(3);
});

test('what visitors make up is not remembered', async () => {
  const make = vi.fn(async () => Buffer.from('packed'));
  const compressOnce = createCompressOnce(make);
  for (let round = 0; round < 2; round++) await compressOnce(page('search', 'quick'), 'br');
  expect(make).toHaveBeenCalledTimes(2);
});

test('one that failed is tried again', async () => {
  const make = vi.fn().mockRejectedValueOnce(new Error('out of memory')).mockResolvedValue(Buffer.from('packed'));
  const compressOnce = createCompressOnce(make);
  await expect(compressOnce(page('roses'), 'br')).rejects.toThrow('out of memory');
  expect(String(await compressOnce(page('roses'), 'br'))).toBe('packed');
});

test('the oldest leave when there are too many', async () => {
  const make = vi.fn(async () => Buffer.alloc(1024 * 1024));
  const compressOnce = createCompressOnce(make);
  for (let number = 0; number < 6; number++) await compressOnce(page(`page ${number}`), 'br');
  await compressOnce(page('page 5'), 'br');
  expect(make).toHaveBeenCalledTimes(6);
  await compressOnce(page('page 0'), 'br');
  expect(make).toHaveBeenCalledTimes(7);
});
