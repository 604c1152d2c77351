import type { Claim } from '#contract/claims.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { users } from '#server/features/accounts/table.ts';
import type { UserRow } from '#server/features/accounts/to-user.ts';
import { SHARE_RULES } from '#server/features/delivery/lock-rules.ts';
import { lockOrder } from '#server/features/orders/lock-order.ts';
import { replaceOrder } from '#server/features/orders/paid/replace-order.ts';
import { recordEvent } from '#server/features/orders/record-event.ts';
import { type OrderRow, orders } from '#server/features/orders/table.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { postAnswer } from '../post-claim-letters.ts';
import { readClaimOf } from '../read-claims.ts';
import { claims } from '../table.ts';
import { findRefundable, requireNoRefundSince } from './find-refundable.ts';

type ClaimDeps = Pick<Deps, 'clock' | 'config' | 'mail'>;
/** `done` is false if the claim was answered before; then nothing changes. */
export type Answered = { claim: Claim; done: boolean };

/** Answers an open claim in the florist's words. */
export async function answerClaim(
  deps: ClaimDeps,
  tx: Transaction,
  by: DoneBy,
  claimId: number,
  words: string,
): Promise<Answered> {
  const { claim, buyer } = await lockClaim(tx, claimId);
  if (claim.status !== 'open') return { claim, done: false };
  const answered = await writeAnswer(deps, tx, by, claim, words);
  // Flowers that the desk had sent before the report are no part of this answer.
  await postAnswer(deps, tx, { claim: { ...answered, replacement: null }, buyer, words });
  const { order } = claim;
  await writeDeskLog(tx, { at: deps.clock.now(), ...by }, 'answer claim', claimId, { order });
  return { claim: answered, done: true };
}

/** Closes a claim whose money went back. The letter about the refund has the words, so there is no other. */
export async function closeRefundedClaim(
  deps: Pick<ClaimDeps, 'clock'>,
  tx: Transaction,
  by: DoneBy,
  claimId: number,
  words: string,
): Promise<void> {
  const { claim } = await lockClaim(tx, claimId);
  if (claim.status === 'open') await writeAnswer(deps, tx, by, claim, words);
}

/** Sends new flowers for a claim, with words or without. A claim that was answered in words only may still get them. */
export async function replaceFlowers(
  deps: ClaimDeps,
  tx: Transaction,
  by: DoneBy,
  claimId: number,
  words: string | null,
): Promise<Answered> {
  const { claim, order, buyer } = await lockClaim(tx, claimId);
  if (claim.replacement) return { claim, done: false };
  requireNoRefundSince(await findRefundable(tx, order), claim);
  await replaceOrder(deps, tx, order, { claim: claim.id });
  const parts = [claim.answer, words].filter((part) => part !== null);
  const answered = await writeAnswer(deps, tx, by, claim, parts.join('\n') || null);
  await postAnswer(deps, tx, { claim: answered, buyer, words });
  const details = { order: claim.order, replacement: answered.replacement };
  const action = 'replace flowers of claim';
  await writeDeskLog(tx, { at: deps.clock.now(), ...by }, action, claimId, details);
  return { claim: answered, done: true };
}

/** A claim with its order and buyer. The rules of delivery are locked first, then the buyer, then the order. */
export async function lockClaim(
  tx: Transaction,
  id: number,
): Promise<{ claim: Claim; order: OrderRow; buyer: UserRow }> {
  const [found] = await tx
    .select({ orderId: claims.orderId, userId: users.id, shared: SHARE_RULES })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(claims.id, id));
  if (!found) throw new NotFound();
  const [buyer] = await tx.select().from(users).where(eq(users.id, found.userId)).for('no key update');
  const order = await lockOrder(tx, found.orderId);
  const claim = await readClaimOf(tx, found.orderId);
  // The account was deleted a moment ago, and the claim with it.
  if (!buyer || !claim) throw new NotFound();
  return { claim, order, buyer };
}

async function writeAnswer(
  { clock }: Pick<ClaimDeps, 'clock'>,
  tx: Transaction,
  by: DoneBy,
  { id, order, status }: Claim,
  answer: string | null,
): Promise<Claim> {
  const at = clock.now();
  await tx
    .update(claims)
    .set({ answer, answeredAt: at, answeredById: by.staffId ?? null })
    .where(eq(claims.id, id));
  // It was updated in this transaction, so it is there.
  const answered = (await readClaimOf(tx, order)) as Claim;
  await recordEvent(tx, order, { at, ...by, what: 'claim', before: status, after: answered.status });
  return answered;
}
