import { describe, expect, test } from 'vitest';
import { toTable } from './to-table.ts';

describe('before and after', () => {
  test('are compared round by round, with each other and with the floor', () => {
    // In the third round the machine was busy for all of them.
    const list = { name: 'list', before: [2, 2, 20], after: [1, 1, 12], floor: [0.5, 0.4, 5] };
    expect(toTable('A call', [list], ['Medians.'])).toEqual({
      title: 'A call',
      columns: ['', 'before', 'after', 'ratio, ≤ 1.1×', 'floor', 'before : floor', 'after : floor'],
      rows: [['list', '2.00', '1.00', '0.50× ✓', '0.50', '4.00×', '2.40×']],
      notes: ['Medians.'],
    });
  });

  test('have no floor where none was measured, and a call that is new is called so', () => {
    const rows = [
      { name: 'dearer', before: [1, 1], after: [1.2, 1.2] },
      { name: 'new', before: [Number.NaN, Number.NaN], after: [3, 3] },
    ];
    expect(toTable('A call', rows, [])).toEqual({
      title: 'A call',
      columns: ['', 'before', 'after', 'ratio, ≤ 1.1×'],
      rows: [
        ['dearer', '1.00', '1.20', '1.20× ✗'],
        ['new', '–', '3.00', 'new'],
      ],
      notes: [],
    });
  });
});
