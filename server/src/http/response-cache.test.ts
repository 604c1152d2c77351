import { describe, expect, test } from 'vitest';
import { type CachedResponse, toCachedResponse } from './cached-response.ts';
import { createResponseCache, type Lifetime } from './response-cache.ts';

const respond = (text: string): CachedResponse => toCachedResponse(200, { 'content-type': 'text/plain' }, text);

describe('the response cache', () => {
  test('makes a response once, however many request it at once', async () => {
    const cache = createResponseCache({ maxBytes: 100_000 });
    let made = 0;
    const get = () =>
      cache.getOrMake('key', async () => {
        made += 1;
        return respond('words');
      });
    const all = await Promise.all([get(), get(), get()]);
    await get();
    expect(made).toBe(1);
    expect(new Set(all).size).toBe(1);
  });

  test('does not cache what was begun before the catalogue changed', async () => {
    const cache = createResponseCache({ maxBytes: 100_000 });
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const old = cache.getOrMake('key', async () => {
      await waiting;
      return respond('old');
    });
    cache.clear();
    const fresh = await cache.getOrMake('key', () => respond('new'));
    finish();
    expect((await old).body.toString()).toBe('old');
    expect(fresh.body.toString()).toBe('new');
    expect((await cache.getOrMake('key', () => respond('newer'))).body.toString()).toBe('new');
  });

  test('caches no failure, and nothing while it may not', async () => {
    let may = false;
    const cache = createResponseCache({ maxBytes: 100_000, mayCache: () => may });
    await cache.getOrMake('key', () => respond('one'));
    expect((await cache.getOrMake('key', () => respond('two'))).body.toString()).toBe('two');
    may = true;
    await cache.getOrMake('lost', () => toCachedResponse(404, {}, 'lost'));
    expect((await cache.getOrMake('lost', () => respond('found'))).body.toString()).toBe('found');
    await expect(cache.getOrMake('broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await cache.getOrMake('broken', () => respond('mended'))).body.toString()).toBe('mended');
  });

  test('stays within its bytes; the least recently used leaves first', async () => {
    const cache = createResponseCache({ maxBytes: 3 * 2_100 });
    const made: string[] = [];
    const get = async (key: string) =>
      cache.getOrMake(key, () => {
        made.push(key);
        return respond('ten bytes!');
      });
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await get(key);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('stays within its bytes when the bodies are empty', async () => {
    const cache = createResponseCache({ maxBytes: 100_000 });
    for (let number = 0; number < 500; number += 1) await cache.getOrMake(`search ${number}`, () => respond(''));
    let stillCached = 0;
    for (let number = 0; number < 500; number += 1) {
      cache.link(`/${number}`, `search ${number}`, '/');
      if (cache.find(`/${number}`)) stillCached += 1;
    }
    expect(stillCached).toBeGreaterThan(10);
    expect(stillCached).toBeLessThan(60);
  });

  test('what visitors make up evicts its like, and never what the shop links to', async () => {
    const cache = createResponseCache({ maxBytes: 60_000 });
    const get = (key: string, lifetime?: Lifetime) => {
      void cache.getOrMake(key, () => respond('ten bytes!'), lifetime);
    };
    for (let number = 0; number < 20; number += 1) get(`page ${number}`);
    for (let number = 0; number < 500; number += 1) get(`search ${number}`, 'passing');
    await new Promise(setImmediate);
    const isCached = (key: string) => {
      cache.link(`/${key}`, key, '/');
      return cache.find(`/${key}`) !== undefined;
    };
    expect(Array.from({ length: 20 }, (_, number) => isCached(`page ${number}`))).toEqual(Array(20).fill(true));
    expect([isCached('search 0'), isCached('search 499')]).toEqual([false, true]);
    cache.clear();
    expect([isCached('page 1'), isCached('search 499')]).toEqual([false, false]);
  });

  test('finds a response by the URL as it was written, but not by a very long one', async () => {
    const cache = createResponseCache({ maxBytes: 100_000 });
    await cache.getOrMake('key', () => respond('words'));
    const long = `/?x=${'y'.repeat(400)}`;
    for (const address of ['/a?b', long]) cache.link(address, 'key', '/');
    expect([cache.find('/a?b')?.body.toString(), cache.find(long), cache.find('/other')]).toEqual([
      'words',
      undefined,
      undefined,
    ]);
    cache.clear();
    expect(cache.find('/a?b')).toBeUndefined();
  });
});
