import { formatPounds, toPounds } from '#contract/money.ts';
import type { Role } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotAllowed } from '#server/errors.ts';
import { readFloristRefund } from '#server/features/delivery/florist-refund.ts';
import type { Colleague } from '#server/features/staff/find-colleague.ts';
import { requireConfirmed } from '#server/features/staff/sign-in/require-confirmed.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/** A florist up to what the owner has set, for all refunds of an order together; above it an owner, confirmed by a passkey. */
export async function requireMayRefund(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  colleague: Colleague,
  { amountPence, takenPence }: { amountPence: number; takenPence: number },
): Promise<void> {
  const limitPence = await readFloristRefund(tx);
  const why = whyNotRefund(colleague.roles, { amountPence, takenPence, limitPence });
  if (why !== null) throw new NotAllowed(why);
  if (takenPence + amountPence > limitPence) await requireConfirmed(deps, colleague);
}

/** Why somebody in these roles may not give so much back; null for an owner. */
export function whyNotRefund(
  roles: readonly Role[],
  { amountPence, takenPence, limitPence }: { amountPence: number; takenPence: number; limitPence: number },
): string | null {
  if (roles.includes('owner') || takenPence + amountPence <= limitPence) return null;
  const before = takenPence > 0 ? ` ${pounds(takenPence)} of this one has gone back already.` : '';
  return `You may give back up to ${pounds(limitPence)} of an order.${before} Please ask an owner.`;
}
