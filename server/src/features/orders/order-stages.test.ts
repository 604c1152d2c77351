import { describe, expect, test } from 'vitest';
import { ORDER_STAGES } from '#contract/orders.ts';
import { findMoves, ORDER_MOVES } from './states.ts';

describe('the moves of an order', () => {
  test('lead from being agreed to being delivered, one stage after the other', () => {
    expect(findMoves('awaiting payment', 'delivered')).toEqual(['to tie', 'tied', 'out', 'delivered']);
    expect(findMoves('tied', 'delivered')).toEqual(['out', 'delivered']);
  });

  test('lead back from a door that nobody opened', () => {
    expect(findMoves('out', 'not delivered')).toEqual(['not delivered']);
    expect(findMoves('not delivered', 'delivered')).toEqual(['out', 'delivered']);
  });

  test('never lead out of a cancelled order, nor to one that is tied, out or delivered from being cancelled', () => {
    for (const stage of ORDER_STAGES) expect(findMoves('cancelled', stage)).toBeUndefined();
    expect(ORDER_STAGES.filter((stage) => (ORDER_MOVES[stage] as readonly string[]).includes('cancelled'))).toEqual([
      'to tie',
    ]);
  });

  test('never lead to the stage an order is in, and back one step at a time', () => {
    for (const stage of ORDER_STAGES) expect(findMoves(stage, stage)).toBeUndefined();
    expect(findMoves('delivered', 'out')).toEqual(['out']);
    expect(findMoves('delivered', 'tied')).toBeUndefined();
  });

  test('reach every stage from the first, and never return to it', () => {
    for (const stage of ['to tie', 'tied', 'out', 'delivered'] as const)
      expect(findMoves('awaiting payment', stage)).toBeDefined();
    for (const stage of ORDER_STAGES) expect(findMoves(stage, 'awaiting payment')).toBeUndefined();
  });
});
