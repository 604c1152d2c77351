import type { Me } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq } from '#server/platform/database/drizzle.ts';
import { findColleague } from '../find-colleague.ts';
import { showMe } from '../show-me.ts';
import { type StaffSessionRow, staffLinks, staffSessions } from '../table.ts';
import { rememberStaffPlace } from './known-places.ts';
import { startStaffSession } from './start-staff-session.ts';
import type { Visit } from './visit.ts';

export type SignedIn = { secret: string; me: Me };

/**
 * Starts a session in a browser and ends the one it had: on a shared tablet the next person takes over. An invitation that is
 * still open has served its purpose.
 */
export async function openSession(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Transaction,
  staffId: number,
  { device, formerSecret, browser, network }: Visit,
  openedBy: StaffSessionRow['openedBy'],
): Promise<string> {
  if (formerSecret !== undefined) await tx.delete(staffSessions).where(eq(staffSessions.hash, hashKey(formerSecret)));
  await tx.delete(staffLinks).where(and(eq(staffLinks.staffId, staffId), eq(staffLinks.kind, 'invitation')));
  await rememberStaffPlace(deps, tx, staffId, { browserHash: browser.hash, network });
  return startStaffSession(deps, tx, staffId, { device, openedBy });
}

/** What the browser of somebody who has just signed in is answered. */
export async function welcome(deps: Pick<Deps, 'clock' | 'db'>, secret: string): Promise<SignedIn> {
  const colleague = await findColleague(deps, secret);
  if (!colleague) throw new Error('The session that was just started is gone.');
  return { secret, me: await showMe(deps.db, colleague) };
}
