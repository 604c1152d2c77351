import { expect, test } from 'vitest';
import { toText } from './table.ts';

test('a cell that ends in a space is written as the formatter writes it: the space would turn the check of the file red', () => {
  const lost = '✗ ';
  expect(
    toText({
      title: 'Days',
      columns: ['orders', 'held'],
      rows: [
        ['1', '✓'],
        ['2', lost],
      ],
    }),
  ).toBe(
    ['### Days', '', '| orders | held |', '| ------ | ---: |', '| 1      |    ✓ |', '| 2      |    ✗ |', ''].join('\n'),
  );
});
