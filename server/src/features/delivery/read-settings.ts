import { CUT_OFF, FURTHEST_DAYS_AHEAD } from '#contract/delivery-rules.ts';
import type { DeliverySettings } from '#contract/desk-calendar.ts';
import { toPounds } from '#contract/money.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { CLAIMS_AT_ONCE_PENCE } from './claims-at-once.ts';
import { FLORIST_REFUND_PENCE } from './florist-refund.ts';
import { deliverySettings } from './table.ts';

/** What holds for every day: what the owner has set, and the defaults of the code where nothing is. */
export async function readSettings(db: Database | Transaction): Promise<DeliverySettings> {
  const [row] = await db.select().from(deliverySettings);
  return {
    fee: row?.feePence == null ? DELIVERY_FEE : toPounds(row.feePence),
    cut_off: row?.cutOff ?? CUT_OFF,
    days_ahead: row?.daysAhead ?? FURTHEST_DAYS_AHEAD,
    orders_a_day: row?.ordersADay ?? null,
    van_districts: row?.vanDistricts ?? null,
    florist_refund: toPounds(row?.floristRefundPence ?? FLORIST_REFUND_PENCE),
    claims_at_once: toPounds(row?.claimsAtOncePence ?? CLAIMS_AT_ONCE_PENCE),
  };
}
