import type { Deps } from '#server/deps.ts';
import { and, desc, eq, inArray, isNull, lt, or, sql } from '#server/platform/database/drizzle.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from '../paypal/paypal-problems.ts';
import { type ProviderOrder, readCaptured, readRefunded } from '../paypal/paypal-responses.ts';
import { type PaymentRow, payments, refunds } from '../table.ts';

const HOUR = 60 * 60_000;
/** How many are looked up in one sweep: PayPal limits how often it is asked, and buyers come first. */
const BATCH = 20;
/** How long until PayPal is asked again, by how often it was; what it has not told by then it does not tell. */
const WAITS = [HOUR / 60, HOUR / 4, HOUR, 6 * HOUR, 24 * HOUR, 24 * HOUR, 24 * HOUR];

type ReadDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'paypal'>;

/**
 * Reads at PayPal what a capture was and what PayPal keeps of it, where no answer has told yet: those from before it was stored, and
 * any whose fee came later. No money moves. The newest first, some in each sweep.
 */
export async function readCaptures(deps: ReadDeps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        sql`${payments.state} in ('captured', 'refunded')`,
        or(isNull(payments.capturedPence), isNull(payments.feePence)),
        lt(payments.lookAgainAt, now),
        lt(payments.looks, WAITS.length),
      ),
    )
    .orderBy(desc(payments.lookAgainAt))
    .limit(BATCH);
  for (const payment of due) if (!(await readCapture(deps, payment, now))) return;
}

/** False if PayPal cannot be asked just now: the others wait for the next sweep. */
async function readCapture({ db, log, paypal }: ReadDeps, payment: PaymentRow, now: Date): Promise<boolean> {
  const lookAgainAt = new Date(now.getTime() + (WAITS[payment.looks] ?? HOUR));
  const asked = { looks: payment.looks + 1, lookAgainAt };
  try {
    const found = payment.providerOrderId === null ? undefined : await paypal.findOrder(payment.providerOrderId);
    await db.transaction(async (tx) => {
      const captured = found && readOwn(found, payment);
      await tx
        .update(payments)
        .set({ ...asked, ...captured })
        .where(eq(payments.id, payment.id));
      for (const refund of listRefunds(found)) {
        const told = readRefunded(refund);
        if (Object.keys(told).length === 0) continue;
        const isUnread = and(eq(refunds.providerRefundId, refund.id), isNull(refunds.toldPence));
        await tx
          .update(refunds)
          .set(told)
          .where(and(isUnread, inArray(refunds.paymentId, [payment.id])));
      }
    });
    return true;
  } catch (error) {
    if (error instanceof PaypalUnclear || error instanceof PaypalBusy) return false;
    if (!(error instanceof PaypalRefused)) throw error;
    log.warn({ payment: payment.id, issue: error.issue }, 'PayPal does not show an order whose capture we know');
    await db.update(payments).set(asked).where(eq(payments.id, payment.id));
    return true;
  }
}

function readOwn({ purchase_units: units = [] }: ProviderOrder, { captureId }: PaymentRow) {
  const capture = units.flatMap(({ payments: made }) => made?.captures ?? []).find(({ id }) => id === captureId);
  return capture && readCaptured(capture);
}

const listRefunds = (found: ProviderOrder | undefined) =>
  found?.purchase_units?.flatMap(({ payments: made }) => made?.refunds ?? []) ?? [];
