import type { Database, Transaction } from '../database/connect.ts';
import { and, asc, eq } from '../database/drizzle.ts';
import { OPEN_REFUNDS } from '../states.ts';
import { payments, type RefundRow, refunds } from './table.ts';

/** Every refund of a payment, the first asked for first. */
export async function listRefunds(db: Database | Transaction, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Every refund of the money that an order was paid with, likewise. */
export async function listRefundsOfOrder(db: Database | Transaction, orderId: number): Promise<RefundRow[]> {
  const rows = await db
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'captured')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows.map(({ refund }) => refund);
}

const sumOf = (rows: readonly RefundRow[]): number => rows.reduce((sum, { amountPence }) => sum + amountPence, 0);

export const isOpen = ({ state }: RefundRow): boolean => OPEN_REFUNDS.includes(state);

/** What has gone back. */
export const penceDone = (rows: readonly RefundRow[]): number => sumOf(rows.filter(({ state }) => state === 'done'));

/** What has gone back or may still: no other refund can have it. */
export const penceTaken = (rows: readonly RefundRow[]): number => sumOf(rows.filter(({ state }) => state !== 'failed'));
