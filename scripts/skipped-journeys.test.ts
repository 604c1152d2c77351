import { expect, test } from 'vitest';
import { listSkipped } from './skipped-journeys.mjs';

const journey = (title: string, ...statuses: string[]) => ({
  title,
  file: 'buy.test.ts',
  line: title.length,
  tests: statuses.map((status) => ({ status })),
});

test('names the journeys that were walked on no screen', () => {
  const desktop = { specs: [journey('both', 'expected'), journey('phone', 'skipped'), journey('nobody', 'skipped')] };
  const phone = { suites: [{ specs: [journey('both', 'expected'), journey('phone', 'flaky')] }] };
  expect(listSkipped({ suites: [desktop, phone] })).toEqual(['buy.test.ts:6 › nobody']);
});

test('leaves out what another run walks', () => {
  const report = { specs: [{ ...journey('phone', 'skipped'), tags: ['core'] }, journey('nobody', 'skipped')] };
  expect(listSkipped(report, { without: ['core'] })).toEqual(['buy.test.ts:6 › nobody']);
});

test('has nothing to say of a report without journeys', () => {
  expect(listSkipped({})).toEqual([]);
});
