import { and, eq, gt, isNotNull, sql } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { inviteColleague } from './invite-colleague.ts';
import { staff, staffLinks } from './table.ts';

/** Whether anybody can sign in: somebody has joined, somebody is invited, or nobody is. */
export type FirstOwner = { state: 'joined' | 'nobody' } | { state: 'invited'; email: string };

/**
 * Where letters are pretended, invites the shop's own address as the first owner when nobody has joined and no invitation is good
 * any more. Elsewhere the first owner is invited from the command line. Shops that start together invite once.
 */
export async function inviteFirstOwner(deps: Pick<Deps, 'clock' | 'config' | 'db' | 'mail'>): Promise<FirstOwner> {
  const { clock, config, db } = deps;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${staff} in share row exclusive mode`);
    const [joined] = await tx.select({ id: staff.id }).from(staff).where(isNotNull(staff.joinedAt)).limit(1);
    if (joined) return { state: 'joined' };
    const [invited] = await tx
      .select({ email: staff.email })
      .from(staffLinks)
      .innerJoin(staff, eq(staff.id, staffLinks.staffId))
      .where(and(eq(staffLinks.kind, 'invitation'), gt(staffLinks.expiresAt, clock.now())))
      .limit(1);
    if (invited) return { state: 'invited', email: invited.email };
    if (config.smtpUrl) return { state: 'nobody' };
    const email = addressOf(config.shopEmail);
    const by = { at: clock.now(), who: 'the shop', staffId: null };
    await inviteColleague(deps, tx, { name: 'Owner', email, roles: ['owner'] }, by);
    return { state: 'invited', email };
  });
}

/** The address alone of `Marigold Lane <hello@example.com>`. */
const addressOf = (mailbox: string): string => /<(.+)>$/.exec(mailbox)?.[1] ?? mailbox;
