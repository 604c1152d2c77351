import type { Actor } from '#contract/done-by.ts';
import { OPEN_REFUNDS } from '#server/features/orders/states.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, getTableColumns, sql } from '#server/platform/database/drizzle.ts';
import { payments, type RefundRow, refunds } from '../table.ts';

/**
 * Of a version before `actor` the name alone was stored: by `shop`, `PayPal` and `buyer` are those that nobody at the desk or on the
 * command line was recorded to have asked for.
 */
export const REFUND_ACTOR = sql<Actor>`coalesce(${refunds.actor}, actor_of_refund(${refunds.id}))`;
const COLUMNS = { ...getTableColumns(refunds), actor: REFUND_ACTOR };

/** Every refund of a payment, the first asked for first. */
export async function listRefunds(db: Database | Transaction, paymentId: string): Promise<RefundRow[]> {
  return db
    .select(COLUMNS)
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

/** Every refund of the money that an order was paid with, likewise. */
export async function listRefundsOfOrder(db: Database | Transaction, orderId: number): Promise<RefundRow[]> {
  return db
    .select(COLUMNS)
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'captured')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}

const sumOf = (rows: readonly RefundRow[]): number => rows.reduce((sum, { amountPence }) => sum + amountPence, 0);

/**
 * What went back of the price of the flowers, or may still. Of an order's money the shop itself gives back nothing but what was paid
 * for a dearer day: the flowers stay paid for.
 */
export const ofFlowers = (rows: readonly RefundRow[]): RefundRow[] =>
  rows.filter(({ actor, state }) => actor !== 'shop' && state !== 'failed');

export const isOpen = ({ state }: RefundRow): boolean => OPEN_REFUNDS.includes(state);

/** What has gone back. */
export const penceDone = (rows: readonly RefundRow[]): number => sumOf(rows.filter(({ state }) => state === 'done'));

/** What has gone back or may still: no other refund can have it. */
export const penceTaken = (rows: readonly RefundRow[]): number => sumOf(rows.filter(({ state }) => state !== 'failed'));
