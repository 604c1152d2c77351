import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency-limit.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('does no more at once than it may, and everything in the end, in the order it came', async () => {
  const limited = limitConcurrency({ atOnce: 2, longestWaitMs: 5_000, tooLate: () => new Error('late') });
  let now = 0;
  let most = 0;
  const begun: number[] = [];
  const jobs = Array.from({ length: 20 }, (_, number) =>
    limited(async () => {
      begun.push(number);
      most = Math.max(most, ++now);
      await pause(2);
      now--;
      return number;
    }),
  );
  expect(await Promise.all(jobs)).toEqual(Array.from({ length: 20 }, (_, number) => number));
  expect(begun).toEqual(begun.toSorted((left, right) => left - right));
  expect(most).toBe(2);
});

test('refuses a job that waits too long without starting it, and goes on with the rest', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestWaitMs: 20, tooLate: () => new Error('late') });
  const long = limited(() => pause(80));
  let done = false;
  await expect(
    limited(async () => {
      done = true;
    }),
  ).rejects.toThrow('late');
  await long;
  expect(done).toBe(false);
  expect(await limited(async () => 'next')).toBe('next');
});

test('a job that fails makes room for the next', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestWaitMs: 1_000, tooLate: () => new Error('late') });
  const failing = limited(async () => {
    throw new Error('broken');
  });
  const next = limited(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('refuses at once a job that would wait too long, by what the last jobs took', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestWaitMs: 200, tooLate: () => new Error('late') });
  for (let job = 0; job < 20; job++) await limited(() => pause(10));
  const outcomes: string[] = [];
  const jobs = Array.from({ length: 100 }, () =>
    limited(() => pause(10)).then(
      () => outcomes.push('done'),
      () => outcomes.push('late'),
    ),
  );
  await Promise.race(jobs);
  await pause(0);
  const refused = outcomes.filter((outcome) => outcome === 'late').length;
  expect(refused).toBeGreaterThan(50);
  await Promise.all(jobs);
  expect(outcomes.filter((outcome) => outcome === 'done').length).toBeGreaterThan(3);
});

test('many jobs with one key wait behind their own: the queues are served round robin', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestWaitMs: 5_000, tooLate: () => new Error('late') });
  const done: string[] = [];
  const send = (key: string) =>
    limited(async () => {
      await pause(1);
      done.push(key);
    }, key);
  const jobs = [...Array.from({ length: 50 }, () => send('many')), send('one'), send('another'), send('one')];
  await Promise.all(jobs);
  expect(done.slice(0, 6)).toEqual(['many', 'many', 'one', 'another', 'many', 'one']);
  expect(done).toHaveLength(53);
});

test('many jobs with one key are refused for the length of their own queue, and no others are', async () => {
  const limited = limitConcurrency({ atOnce: 1, longestWaitMs: 200, tooLate: () => new Error('late') });
  for (let job = 0; job < 20; job++) await limited(() => pause(10));
  const many = Array.from({ length: 100 }, () => limited(() => pause(10), 'many'));
  const outcomes = Promise.allSettled(many);
  await expect(limited(async () => 'in', 'one')).resolves.toBe('in');
  expect((await outcomes).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(50);
});
