import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { applyPendingChanges } from './apply-pending-changes.ts';

const line = {
  product: 7,
  size: 'standard' as const,
  price: 36.05,
  price_when_added: 36.05,
  name: 'Tearoom',
  picture: null,
  extras: [],
};
const cart: Order = {
  id: 1,
  buyer: 'Ada Lovelace',
  status: 'P',
  order_items: [{ ...line, id: 11, quantity: 2, availability: 'on_sale' }],
  total_cost: 72.1,
  delivery_fee: 5,
  amount_to_pay: 69.89,
  text: '',
  driver_note: '',
  swap_choice: 'choose',
  nobody_in: 'neighbour',
  shipping_address: null,
  address: null,
  delivery_date: null,
  completed_at: null,
  dispatched_at: null,
  delivered_at: null,
  replaces: null,
  being_paid: false,
  refunded: 0,
  refunds: [],
  stage: null,
  sums: [
    { kind: 'goods', label: 'Flowers', amount: 72.1 },
    { kind: 'delivery', label: 'Delivery', amount: 5 },
    { kind: 'discount', label: 'Code SPRING10', amount: -7.21 },
  ],
  code: 'SPRING10',
  code_problem: null,
  code_gives: { kind: 'percent', value: 10, least: 50 },
};
const change = (order: Order, quantity: number) => applyPendingChanges(order, new Map([[11, quantity]]), new Set());

test('the discount follows a number that is on its way', () => {
  const after = change(cart, 3);
  expect(after).toMatchObject({ total_cost: 108.15, amount_to_pay: 102.33, code_problem: null });
  expect(after.sums.map(({ amount }) => amount)).toEqual([108.15, 5, -10.82]);
});

test('a cart that holds too little for the code says so at once, and is good again with more', () => {
  const less = change(cart, 1);
  expect(less).toMatchObject({
    amount_to_pay: 41.05,
    code: 'SPRING10',
    code_problem: 'SPRING10 is for orders from £50.00. Yours is £36.05.',
  });
  expect(less.sums).toHaveLength(2);
  expect(change(less, 2)).toEqual(cart);
});

test('what else is the matter with the code stays', () => {
  const ended = { ...cart, code_problem: 'SPRING10 has ended.', amount_to_pay: 77.1, sums: cart.sums.slice(0, 2) };
  expect(change(ended, 3)).toMatchObject({ code_problem: 'SPRING10 has ended.', amount_to_pay: 113.15 });
});

test('the surcharge of a day stays while there is something to deliver', () => {
  const surcharge = { kind: 'surcharge', label: 'Saturday 14 February', amount: 3 } as const;
  const dear = { ...cart, sums: [...cart.sums.slice(0, 2), surcharge], code: null, code_gives: null };
  expect(change(dear, 1)).toMatchObject({ amount_to_pay: 44.05 });
  expect(applyPendingChanges(dear, new Map(), new Set([11]))).toMatchObject({ amount_to_pay: 0 });
});
