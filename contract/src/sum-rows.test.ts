import { expect, test } from 'vitest';
import { listSumRows } from './sum-rows.ts';

const goods = { kind: 'goods', label: 'Flowers', amount: 62 } as const;
const delivery = { kind: 'delivery', label: 'Delivery', amount: 5 } as const;

test('an ordinary order has its total and the delivery fee, as ever', () => {
  const rows = [
    { words: 'Total', pounds: 62 },
    { words: 'Delivery fee', pounds: 5 },
  ];
  expect(listSumRows({ total: 62, deliveryFee: 5, sums: [goods, delivery] })).toEqual(rows);
  expect(listSumRows({ total: 62, deliveryFee: 5, sums: [] })).toEqual(rows);
});

test('whatever else is paid has a row under its own label', () => {
  const sums = [
    goods,
    { kind: 'extras', label: 'Glass vase', amount: 12.1 },
    delivery,
    { kind: 'surcharge', label: 'Sunday 14 February', amount: 3 },
    { kind: 'discount', label: 'Code SPRING10', amount: -6.2 },
  ] as const;
  expect(listSumRows({ total: 74.1, deliveryFee: 5, sums })).toEqual([
    { words: 'Flowers', pounds: 62 },
    { words: 'Glass vase', pounds: 12.1 },
    { words: 'Total', pounds: 74.1 },
    { words: 'Code SPRING10', pounds: -6.2 },
    { words: 'Delivery fee', pounds: 5 },
    { words: 'Sunday 14 February', pounds: 3 },
  ]);
});
