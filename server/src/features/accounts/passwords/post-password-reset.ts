import * as z from 'zod';
import { mailboxKey } from '#contract/email-address.ts';
import { RESET_LINK_MS } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import { isTagged } from '../email/mailbox-of.ts';
import { hashKey, makeKey } from '../keys.ts';
import { findKnownPlace, Place } from '../log-in/known-places.ts';
import { passwordResets, users } from '../table.ts';
import { hasRoom } from '../throttle.ts';
import type { UserRow } from '../to-user.ts';

/** Who is to be written to, and where the request came from. */
export const ResetRequest = z.object({ emailKey: z.string(), place: Place });
export type ResetRequest = z.infer<typeof ResetRequest>;

/**
 * Posts the letter whose link sets a new password, if the address has an account. Its key replaces every earlier one.
 * While an earlier link is still good, only a request from a known place of the owner's causes another letter.
 */
export async function postPasswordReset(deps: Deps, { emailKey, place }: ResetRequest): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.emailKey, emailKey));
  if (!user) return;
  const isOwner = (await findKnownPlace(deps, user.id, place)) !== undefined;
  const mayRepeat = isOwner && (await hasRoom(deps, [{ what: 'have a reset posted again', who: String(user.id) }]));
  // Only letters that are posted are counted: otherwise strangers could use up the owner's by requesting many.
  if (!mayRepeat && (await hasGoodLink(deps, deps.db, user.id))) return;
  if (!(await mayBeWrittenTo(deps, user))) return;
  await deps.db.transaction(async (tx) => {
    const [current] = await tx.select().from(users).where(eq(users.id, user.id)).for('no key update');
    if (current?.emailKey !== emailKey) return;
    if (mayRepeat || !(await hasGoodLink(deps, tx, current.id))) await post(deps, tx, current);
  });
}

/**
 * A stranger may have registered tagged addresses of somebody's mailbox: all of them together get a few letters only.
 */
async function mayBeWrittenTo(deps: Deps, { email, emailConfirmedAt }: UserRow): Promise<boolean> {
  if (emailConfirmedAt || !isTagged(email)) return true;
  return hasRoom(deps, [{ what: 'have resets posted to unconfirmed tags', who: mailboxKey(email) }]);
}

async function hasGoodLink({ clock }: Deps, tx: Database | Transaction, userId: number): Promise<boolean> {
  const [reset] = await tx.select().from(passwordResets).where(eq(passwordResets.userId, userId));
  if (!reset) return false;
  const leftMs = reset.expiresAt.getTime() - clock.now().getTime();
  // More than a link ever lasts means that the clock was set back since: then another letter may be posted.
  return leftMs > 0 && leftMs <= RESET_LINK_MS;
}

async function post({ clock, config, mail }: Deps, tx: Transaction, user: UserRow): Promise<void> {
  const token = makeKey();
  const stored = { hash: hashKey(token), expiresAt: new Date(clock.now().getTime() + RESET_LINK_MS) };
  await tx
    .insert(passwordResets)
    .values({ userId: user.id, ...stored })
    .onConflictDoUpdate({ target: passwordResets.userId, set: stored });
  const link = `${config.publicUrl}/password/reset/confirm/${toUid(user.id)}/${token}`;
  await mail.post(tx, { kind: 'reset-password', to: user.email, firstName: user.firstName, link }, user.id);
}

/** A person's id as it stands in the link. */
export const toUid = (userId: number): string => Buffer.from(String(userId)).toString('base64url');
