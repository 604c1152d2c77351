import type { Invitation } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { NotFound } from '#server/errors.ts';
import { hashKey } from '#server/features/accounts/keys.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, isNull } from '#server/platform/database/drizzle.ts';
import { staff, staffLinks } from '../table.ts';

export const NO_INVITATION = 'This invitation has been used or taken back, or it is too old. Ask for another one.';

/** The invitation that a key opens, and whom it invites; undefined if it is over. */
export async function readInvitation({ clock }: Pick<Deps, 'clock'>, db: Database | Transaction, key: string) {
  const [found] = await db
    .select({ member: staff, until: staffLinks.expiresAt })
    .from(staffLinks)
    .innerJoin(staff, eq(staff.id, staffLinks.staffId))
    .where(
      and(
        eq(staffLinks.hash, hashKey(key)),
        eq(staffLinks.kind, 'invitation'),
        gt(staffLinks.expiresAt, clock.now()),
        isNull(staff.disabledAt),
      ),
    );
  return found;
}

/** The same, or a refusal. Only keys that are no good are counted. */
export async function requireInvitation(deps: Pick<Deps, 'clock' | 'db' | 'secrets'>, key: string, network: string) {
  const found = await readInvitation(deps, deps.db, key);
  if (found) return found;
  await countAttempts(deps, [{ what: 'use a key that is no good', who: network }]);
  throw new NotFound(NO_INVITATION);
}

/** What somebody who was invited is shown before joining. */
export async function findInvitation(deps: Deps, key: string, network: string): Promise<Invitation> {
  const { member, until } = await requireInvitation(deps, key, network);
  const [inviter] =
    member.invitedById === null
      ? []
      : await deps.db.select({ name: staff.name }).from(staff).where(eq(staff.id, member.invitedById));
  return {
    name: member.name,
    email: member.email,
    roles: member.roles,
    invited_by: inviter?.name ?? null,
    until: until.toISOString(),
  };
}
