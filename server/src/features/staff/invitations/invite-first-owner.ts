import type { Deps } from '#server/deps.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, isNotNull, isNull, lte, sql } from '#server/platform/database/drizzle.ts';
import { findLatestRestore } from '#server/platform/installation/standby.ts';
import { BY_SHOP } from '../done-by.ts';
import { staff, staffLinks } from '../table.ts';
import { inviteColleague } from './invite-colleague.ts';

/** Whether anybody can sign in: somebody has joined, somebody is invited, all are to be confirmed after a restore, or nobody is. */
export type FirstOwner = { state: 'joined' | 'to confirm' | 'nobody' } | { state: 'invited'; email: string };

/**
 * Where letters are pretended, invites the shop's own address as the first owner when nobody has joined and no invitation is good
 * any more. Elsewhere the first owner is invited from the command line, and so it is after a restore. A copy on standby invites
 * nobody: its letters do not leave. Shops that start together invite once.
 */
export async function inviteFirstOwner(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>,
  { isCopy = false } = {},
): Promise<FirstOwner> {
  const { clock, config, db } = deps;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${staff} in share row exclusive mode`);
    const worksHere = and(isNotNull(staff.joinedAt), isNull(staff.disabledAt));
    const [joined] = await tx.select({ id: staff.id }).from(staff).where(worksHere).limit(1);
    if (joined) return { state: 'joined' };
    if (isCopy) return { state: 'to confirm' };
    const [invited] = await tx
      .select({ email: staff.email })
      .from(staffLinks)
      .innerJoin(staff, eq(staff.id, staffLinks.staffId))
      .where(and(eq(staffLinks.kind, 'invitation'), gt(staffLinks.expiresAt, clock.now())))
      .limit(1);
    if (invited) return { state: 'invited', email: invited.email };
    if (await hasStaffOfBackup(tx)) return { state: 'to confirm' };
    if (config.smtpUrl) return { state: 'nobody' };
    const email = addressOf(config.shopEmail);
    const by = { at: clock.now(), ...BY_SHOP, who: 'the shop' };
    await inviteColleague(deps, tx, { name: 'Owner', email, roles: ['owner'] }, by);
    return { state: 'invited', email };
  });
}

async function hasStaffOfBackup(tx: Transaction): Promise<boolean> {
  const restore = await findLatestRestore(tx);
  if (!restore) return false;
  const isFromBackup = and(isNull(staff.disabledAt), lte(staff.invitedAt, restore.restoredAt));
  const [found] = await tx.select({ id: staff.id }).from(staff).where(isFromBackup).limit(1);
  return found !== undefined;
}

/** The address alone of `Marigold Lane <hello@example.com>`. */
const addressOf = (mailbox: string): string => /<(.+)>$/.exec(mailbox)?.[1] ?? mailbox;
