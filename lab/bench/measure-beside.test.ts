import { expect, test } from 'vitest';
import { measureBeside } from './measure-beside.ts';
import { toSection } from './results.ts';

test('another checkout is measured first, and each of its tables stands before that of this one, with what that means', async () => {
  const asked: string[] = [];
  const measure = async (root: string) => {
    asked.push(root);
    const rows = [['list', root]];
    const tables = [{ title: 'A request', columns: ['', 'ms'], rows, notes: ['Medians.'] }];
    return { kind: 'api', run: `commit of ${root}`, tables };
  };
  expect(toSection(await measureBeside(measure, 'old', 'new'))).toBe(
    [
      '## api',
      'Before: commit of old',
      'After: commit of new',
      '### A request, before',
      '|      |  ms |\n| ---- | --: |\n| list | old |',
      'Before and after were measured in one run, one after the other.',
      'Medians.',
      '### A request, after',
      '|      |  ms |\n| ---- | --: |\n| list | new |',
      'Before and after were measured in one run, one after the other.',
      'Medians.',
    ].join('\n\n'),
  );
  expect(asked).toEqual(['old', 'new']);
});
