import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

class TooLate extends Error {}

function setUp(options: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const queue = createFairQueue({
    atOnce: 2,
    atOncePerSender: 1,
    mostWaiting: 4,
    longestWaitMs: 10_000,
    restAfterFailureMs: 0,
    tooLate: () => new TooLate(),
    ...options,
  });
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const add = (sender: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return queue(sender, () => {
      begun.push(name);
      return end.promise;
    }).then(
      () => 'done',
      (error: unknown) => (error instanceof TooLate ? 'too late' : 'failed'),
    );
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await sleep();
  };
  return { add, begun, end, ends };
}

test('serves senders in turn, and of one sender the newest first', async () => {
  const { add, begun, end } = setUp({ atOnce: 1 });
  const all = ['a1', 'a2', 'a3'].map((name) => add('a', name));
  all.push(add('b', 'b1'), add('b', 'b2'));
  await sleep();
  for (const name of ['a1', 'a3', 'b2', 'a2', 'b1']) await end(name);
  expect(begun).toEqual(['a1', 'a3', 'b2', 'a2', 'b1']);
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'done']);
});

test('leaves a place for others, however many one sender has', async () => {
  const { add, begun, end } = setUp();
  const all = [add('a', 'a1'), add('a', 'a2')];
  await sleep();
  expect(begun).toEqual(['a1']);
  all.push(add('b', 'b1'));
  await sleep();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done']);
});

test('refuses the oldest job of the sender with the most when too many wait, and anyone who waits too long', async () => {
  const { add, end } = setUp({ longestWaitMs: 1_500 });
  const first = add('a', 'a1');
  const waiting = ['a2', 'a3', 'a4', 'a5', 'a6'].map((name) => add('a', name));
  expect(await waiting[0]).toBe('too late');
  const last = waiting.at(-1);
  await end('a1');
  await end('a6');
  expect([await first, await last]).toEqual(['done', 'done']);
  await end('a5');
  expect(await waiting[1]).toBe('too late');
});

test('gives the place of a job that failed away a little later', async () => {
  const { add, begun, end, ends } = setUp({ restAfterFailureMs: 300 });
  const failing = add('a', 'a1');
  const next = add('a', 'a2');
  await sleep();
  ends.get('a1')?.reject(new Error('No.'));
  expect(await failing).toBe('failed');
  expect(begun).toEqual(['a1']);
  await sleep(400);
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(await next).toBe('done');
});
