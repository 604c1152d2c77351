import { createHmac } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { type PaymentRow, payments } from '../table.ts';

/** Of whom it is counted what they cancel or report. Who opens another account is the same payer, or sends to the same door. */
export const WHOSE = ['This person', 'This payer at PayPal', 'Buyers for this address'] as const;
export type Whose = (typeof WHOSE)[number];
export type BuyerKey = { whose: Whose; key: string };
type KeyDeps = Pick<Deps, 'secrets'>;

export const toKey = ({ secrets }: KeyDeps, whose: string, name: string): string =>
  createHmac('sha256', secrets.throttles).update(`own cancellation\n${whose}\n${name}`).digest('base64url');

/** Whoever pays, as PayPal names them, hashed: it is compared, and never read. */
export const toPayerKey = (deps: KeyDeps, payer: string): string => toKey(deps, 'This payer at PayPal', payer);

/** The same door however it is written. The town, which is written in many ways, counts where there is no postcode. */
function doorOf({ address }: OrderRow): string {
  return [address?.postal_code || address?.city, address?.street_address, address?.apartment_address]
    .map((part) => (part ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    .join('\n');
}

/** The person, the payer and the door of an order, each hashed, in the order of the keys. */
export function buyerKeys(deps: KeyDeps, order: OrderRow, payment: PaymentRow | undefined): BuyerKey[] {
  return [
    { whose: 'This person' as const, key: toKey(deps, 'This person', String(order.userId)) },
    ...(payment?.payerKey ? [{ whose: 'This payer at PayPal' as const, key: payment.payerKey }] : []),
    { whose: 'Buyers for this address' as const, key: toKey(deps, 'Buyers for this address', doorOf(order)) },
  ].toSorted((left, right) => (left.key < right.key ? -1 : 1));
}

/** What an order was paid with. A replacement was never paid for. */
export async function findCaptured(db: Database | Transaction, orderId: number): Promise<PaymentRow | undefined> {
  const isCaptured = and(eq(payments.orderId, orderId), eq(payments.state, 'captured'));
  const [payment] = await db.select().from(payments).where(isCaptured);
  return payment;
}
