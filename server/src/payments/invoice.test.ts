import { describe, expect, test } from 'vitest';
import type { OrderRow } from '../orders/table.ts';
import { invoiceOf, isUnmarked, readInvoice } from './invoice.ts';

const OURS = 'm0123456789a';
const order = { id: 57, createdAt: new Date('2026-11-16T09:46:00Z') } as OrderRow;

describe('an invoice', () => {
  test('is read as it was written, with its installation or without', () => {
    for (const refunds of [0, 3]) {
      expect(readInvoice(invoiceOf(order, OURS, refunds), OURS)).toEqual({
        origin: 'ours',
        installation: OURS,
        orderId: 57,
      });
      expect(readInvoice(invoiceOf(order, 'mffffffffff0', refunds), OURS)?.origin).toBe('elsewhere');
      expect(readInvoice(invoiceOf(order, undefined, refunds), OURS)).toEqual({ origin: 'unmarked', orderId: 57 });
      expect(isUnmarked(invoiceOf(order, undefined, refunds))).toBe(true);
      expect(isUnmarked(invoiceOf(order, OURS, refunds))).toBe(false);
    }
    expect(invoiceOf({ ...order, id: 2_147_483_647 }, OURS, 99).length).toBeLessThan(127);
  });

  test.each([
    [undefined],
    [''],
    ['ML-57'],
    ['MARIGOLD-'],
    [`MARIGOLD-${OURS}`],
    [`MARIGOLD-${OURS}-0-t9x`],
    [`MARIGOLD-${OURS}-2147483648-t9x`],
    [`MARIGOLD-${OURS}-57-t9x\n`],
    [`x MARIGOLD-${OURS}-57-t9x`],
  ])('that no such shop wrote names no order: %j', (invoice) => {
    expect(readInvoice(invoice, OURS)).toBeUndefined();
  });
});
