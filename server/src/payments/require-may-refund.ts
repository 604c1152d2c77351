import { formatPounds, toPounds } from '#contract/money.ts';
import type { Transaction } from '../database/connect.ts';
import { readFloristRefund } from '../delivery/florist-refund.ts';
import type { Deps } from '../deps.ts';
import { NotAllowed } from '../errors.ts';
import type { Colleague } from '../staff/find-colleague.ts';
import { requireConfirmed } from '../staff/require-confirmed.ts';

const pounds = (pence: number): string => formatPounds(toPounds(pence));

/** A florist up to what the owner has set, for all refunds of an order together; above it an owner, confirmed by a passkey. */
export async function requireMayRefund(
  deps: Pick<Deps, 'clock'>,
  tx: Transaction,
  colleague: Colleague,
  { amountPence, takenPence }: { amountPence: number; takenPence: number },
): Promise<void> {
  const limit = await readFloristRefund(tx);
  if (takenPence + amountPence <= limit) return;
  if (colleague.roles.includes('owner')) return requireConfirmed(deps, colleague);
  const before = takenPence > 0 ? ` ${pounds(takenPence)} of this one has gone back already.` : '';
  throw new NotAllowed(`You may give back up to ${pounds(limit)} of an order.${before} Please ask an owner.`);
}
