import { describe, expect, test } from 'vitest';
import { type CachedResponse, toCachedResponse } from './cached-response.ts';
import { createResponseCache, type Lifetime } from './response-cache.ts';

const answer = (text: string): CachedResponse => toCachedResponse(200, { 'content-type': 'text/plain' }, text);

describe('the shelf', () => {
  test('makes an answer once, however many ask at once', async () => {
    const shelf = createResponseCache({ maxBytes: 100_000 });
    let made = 0;
    const ask = () =>
      shelf.keep('key', async () => {
        made += 1;
        return answer('words');
      });
    const all = await Promise.all([ask(), ask(), ask()]);
    await ask();
    expect(made).toBe(1);
    expect(new Set(all).size).toBe(1);
  });

  test('does not keep what was begun before the catalogue changed', async () => {
    const shelf = createResponseCache({ maxBytes: 100_000 });
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const old = shelf.keep('key', async () => {
      await waiting;
      return answer('old');
    });
    shelf.clear();
    const fresh = await shelf.keep('key', () => answer('new'));
    finish();
    expect((await old).body.toString()).toBe('old');
    expect(fresh.body.toString()).toBe('new');
    expect((await shelf.keep('key', () => answer('newer'))).body.toString()).toBe('new');
  });

  test('keeps no failure and nothing while it may not', async () => {
    let may = false;
    const shelf = createResponseCache({ maxBytes: 100_000, mayKeep: () => may });
    await shelf.keep('key', () => answer('one'));
    expect((await shelf.keep('key', () => answer('two'))).body.toString()).toBe('two');
    may = true;
    await shelf.keep('lost', () => toCachedResponse(404, {}, 'lost'));
    expect((await shelf.keep('lost', () => answer('found'))).body.toString()).toBe('found');
    await expect(shelf.keep('broken', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await shelf.keep('broken', () => answer('mended'))).body.toString()).toBe('mended');
  });

  test('stays within its bytes; the least recently asked for leaves first', async () => {
    const shelf = createResponseCache({ maxBytes: 3 * 2_100 });
    const made: string[] = [];
    const ask = async (key: string) =>
      shelf.keep(key, () => {
        made.push(key);
        return answer('ten bytes!');
      });
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await ask(key);
    expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  test('stays within its bytes when the answers are empty', async () => {
    const shelf = createResponseCache({ maxBytes: 100_000 });
    for (let number = 0; number < 500; number += 1) await shelf.keep(`search ${number}`, () => answer(''));
    let stillThere = 0;
    for (let number = 0; number < 500; number += 1) {
      shelf.point(`/${number}`, `search ${number}`);
      if (shelf.find(`/${number}`)) stillThere += 1;
    }
    expect(stillThere).toBeGreaterThan(10);
    expect(stillThere).toBeLessThan(60);
  });

  test('what visitors make up pushes out its like, and never what the shop leads to', async () => {
    const shelf = createResponseCache({ maxBytes: 60_000 });
    const ask = (key: string, place?: Lifetime) => {
      void shelf.keep(key, () => answer('ten bytes!'), place);
    };
    for (let number = 0; number < 20; number += 1) ask(`page ${number}`);
    for (let number = 0; number < 500; number += 1) ask(`search ${number}`, 'passing');
    await new Promise(setImmediate);
    const isThere = (key: string) => {
      shelf.point(`/${key}`, key);
      return shelf.find(`/${key}`) !== undefined;
    };
    expect(Array.from({ length: 20 }, (_, number) => isThere(`page ${number}`))).toEqual(Array(20).fill(true));
    expect([isThere('search 0'), isThere('search 499')]).toEqual([false, true]);
    shelf.clear();
    expect([isThere('page 1'), isThere('search 499')]).toEqual([false, false]);
  });

  test('finds an answer by the address as it was written, but not by a very long one', async () => {
    const shelf = createResponseCache({ maxBytes: 100_000 });
    await shelf.keep('key', () => answer('words'));
    const long = `/?x=${'y'.repeat(400)}`;
    for (const address of ['/a?b', long]) shelf.point(address, 'key');
    expect([shelf.find('/a?b')?.body.toString(), shelf.find(long), shelf.find('/other')]).toEqual([
      'words',
      undefined,
      undefined,
    ]);
    shelf.clear();
    expect(shelf.find('/a?b')).toBeUndefined();
  });
});
