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

  describe('after a sale', () => {
    /** Pages that are counted as they are made, and can be held back. */
    function openCache() {
      let time = 0;
      const cache = createResponseCache({ maxBytes: 100_000, now: () => time });
      const made: string[] = [];
      const waiting: (() => void)[] = [];
      const ask = async (key: string, text: string, isHeld = false) => {
        const response = await cache.getOrMake(key, async () => {
          made.push(text);
          if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
          return respond(text);
        });
        return response.body.toString();
      };
      const settle = () => new Promise((resolve) => setImmediate(resolve));
      const pass = (ms: number) => {
        time += ms;
      };
      return { cache, made, waiting, ask, settle, pass };
    }

    test('the old page is sent while the new one is made, once, and the new one from then on', async () => {
      const { cache, made, ask, settle } = openCache();
      await ask('page', '1 sold');
      cache.link('/page', 'page', '/page');
      expect(cache.find('/page')?.route).toBe('/page');
      cache.expire();
      expect(cache.find('/page')).toBeUndefined();
      expect(await Promise.all([ask('page', '2 sold'), ask('page', '2 sold')])).toEqual(['1 sold', '1 sold']);
      await settle();
      expect(made).toEqual(['1 sold', '2 sold']);
      expect(cache.find('/page')?.body.toString()).toBe('2 sold');
      expect(cache.find('/page')?.route).toBe('/page');
      expect(await ask('page', '3 sold')).toBe('2 sold');
    });

    test('new pages are made one at a time', async () => {
      const { cache, made, waiting, ask, settle } = openCache();
      for (const key of ['a', 'b', 'c']) await ask(key, `old ${key}`);
      cache.expire();
      for (const key of ['a', 'b', 'c']) expect(await ask(key, `new ${key}`, true)).toBe(`old ${key}`);
      for (const key of ['a', 'b', 'c']) {
        await settle();
        expect(made.at(-1)).toBe(`new ${key}`);
        waiting.shift()?.();
      }
      await settle();
      for (const key of ['a', 'b', 'c']) expect(await ask(key, 'newer')).toBe(`new ${key}`);
    });

    test('an old page that nobody asked for in a minute is not sent any more', async () => {
      const { cache, ask, pass } = openCache();
      await ask('page', '1 sold');
      cache.expire();
      pass(60_000);
      // A sale after it does not make it younger.
      cache.expire();
      expect(await ask('page', '2 sold')).toBe('1 sold');
      const other = openCache();
      await other.ask('page', '1 sold');
      other.cache.expire();
      other.pass(60_001);
      expect(await other.ask('page', '2 sold')).toBe('2 sold');
    });

    test('a page is never made of an old answer, though that may be sent', async () => {
      const { cache, ask, settle } = openCache();
      let sold = 1;
      const askPage = async () => {
        const page = await cache.getOrMake('page', async () => respond(`page of ${await ask('json', `${sold} sold`)}`));
        return page.body.toString();
      };
      expect(await askPage()).toBe('page of 1 sold');
      sold = 2;
      cache.expire();
      expect(await askPage()).toBe('page of 1 sold');
      await settle();
      expect(await askPage()).toBe('page of 2 sold');
      expect(await ask('json', 'not made again')).toBe('2 sold');
      cache.expire();
      sold = 3;
      // Nor is one that was not there before.
      const other = await cache.getOrMake('other', async () =>
        respond(`other of ${await ask('json', `${sold} sold`)}`),
      );
      expect(other.body.toString()).toBe('other of 3 sold');
    });

    test('nothing new is made of an answer that was begun before the sale', async () => {
      const { cache, waiting, ask, settle } = openCache();
      const first = ask('json', '1 sold', true);
      await settle();
      cache.expire();
      const page = cache.getOrMake('page', async () => respond(`page of ${await ask('json', '2 sold')}`));
      expect((await page).body.toString()).toBe('page of 2 sold');
      waiting.shift()?.();
      expect(await first).toBe('1 sold');
    });

    test('what visitors make up is dropped: pages do not wait behind it', async () => {
      const { cache, made, settle } = openCache();
      const search = (text: string) =>
        cache.getOrMake(
          'search',
          async () => {
            made.push(text);
            return respond(text);
          },
          'passing',
        );
      await search('old');
      cache.expire();
      expect((await search('new')).body.toString()).toBe('new');
      await settle();
      expect(made).toEqual(['old', 'new']);
    });

    test('one that was begun before a sale is sent, but not cached', async () => {
      const { cache, waiting, ask, settle } = openCache();
      const first = ask('page', '1 sold', true);
      await settle();
      cache.expire();
      expect(await ask('page', '2 sold')).toBe('2 sold');
      waiting.shift()?.();
      expect(await first).toBe('1 sold');
      expect(await ask('page', '3 sold')).toBe('2 sold');
    });

    test('a change of the catalogue is seen at once, also while a new page is made', async () => {
      const { cache, waiting, ask, settle } = openCache();
      await ask('page', '£20');
      cache.expire();
      expect(await ask('page', '£20, 2 sold', true)).toBe('£20');
      await settle();
      cache.clear();
      expect(await ask('page', '£30')).toBe('£30');
      waiting.shift()?.();
      await settle();
      expect(await ask('page', '£40')).toBe('£30');
    });

    test('a page that cannot be made anew is sent until it is too old, and then fails for whoever asks', async () => {
      const { cache, ask, settle, pass } = openCache();
      const fail = () => cache.getOrMake('page', () => Promise.reject(new Error('no database')));
      await ask('page', '1 sold');
      cache.expire();
      expect((await fail()).body.toString()).toBe('1 sold');
      await settle();
      expect((await fail()).body.toString()).toBe('1 sold');
      pass(60_001);
      await expect(fail()).rejects.toThrow('no database');
    });
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
