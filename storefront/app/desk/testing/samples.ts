import type { DeskMoney, DeskOrder } from '#contract/desk-orders.ts';
import { makeAddress } from '../../testing/samples.ts';

/** Things as the desk is sent them, each with what a test changes in it. */

export const makeMoney = (changes: Partial<DeskMoney> = {}): DeskMoney => ({
  sums: [
    { kind: 'goods', label: 'Flowers', amount: 49 },
    { kind: 'delivery', label: 'Delivery', amount: 5 },
  ],
  paid: 54,
  vat: null,
  fee: null,
  payments: [
    {
      state: 'captured',
      amount: 54,
      invoice: 'ML-7',
      capture_id: 'C7',
      issue: null,
      changed_at: '2026-11-16T09:00:00.000Z',
    },
  ],
  refunds: [],
  back: 0,
  on_its_way: 0,
  left: 54,
  most_here: 54,
  confirm_above: 54,
  parts: [
    { key: 'line-1', label: '1 × Peony Weather', amount: 49 },
    { key: 'delivery', label: 'Delivery', amount: 5 },
  ],
  ...changes,
});

/** One bouquet that was paid for and is not tied yet. */
export const makeDeskOrder = ({ money, ...changes }: Partial<DeskOrder> = {}): DeskOrder => {
  const { id: _id, ...address } = makeAddress({ recipient_name: 'Nell Thorne' });
  return {
    id: 7,
    stage: 'to tie',
    buyer: { id: 3, name: 'Rosalind Thorne', email: 'rosalind@post.example', is_confirmed: true, orders: 2 },
    recipient: 'Nell Thorne',
    district: 'YO31',
    address,
    arrives_on: '2026-11-20',
    leaves_on: '2026-11-20',
    by_carrier: false,
    carrier_number: null,
    run: null,
    driver_note: '',
    nobody_in: null,
    swap_choice: 'choose',
    note: 'With love',
    lines: [
      {
        id: 1,
        name: 'Peony Weather',
        size: 'standard',
        quantity: 1,
        price: 49,
        picture: null,
        stems: 12,
        extras: [],
      },
    ],
    replaces: null,
    replaced_by: null,
    claim: null,
    paid_at: '2026-11-16T09:00:00.000Z',
    dispatched_at: null,
    delivered_at: null,
    outcome: null,
    troubles: [],
    money: money ?? makeMoney(),
    events: [],
    last_event: 12,
    letters: [],
    notes: [],
    cancel_request: null,
    may: { change: null, card: null, cancel: null, replace: null },
    days: [
      { day: '2026-11-18', closed: 'Stocktaking', is_full: false },
      { day: '2026-11-19', closed: null, is_full: true },
      { day: '2026-11-20', closed: null, is_full: false },
    ],
    ...changes,
  };
};
