import * as z from 'zod';
import { STAFF_LINK_MINUTES } from '#contract/staff.ts';
import { hashKey, makeKey } from '../accounts/keys.ts';
import { hasRoom } from '../accounts/throttle.ts';
import type { Transaction } from '../database/connect.ts';
import { and, eq, gt, inArray, isNotNull, isNull, or } from '../database/drizzle.ts';
import type { Deps } from '../deps.ts';
import { type StaffRow, staff, staffLinks } from './table.ts';

/** Who is to be written to, and the browser in which the link is good: the hash of its cookie, in base64. */
export const StaffLinkRequest = z.object({ emailKey: z.string(), browser: z.string() });
export type StaffLinkRequest = z.infer<typeof StaffLinkRequest>;

/** Posts a link to whoever works here with this address, or is still invited; to nobody else. */
export async function postRequestedLink(deps: Deps, { emailKey, browser }: StaffLinkRequest): Promise<void> {
  const invited = deps.db
    .select({ staffId: staffLinks.staffId })
    .from(staffLinks)
    .where(and(eq(staffLinks.kind, 'invitation'), gt(staffLinks.expiresAt, deps.clock.now())));
  const mayEnter = and(
    eq(staff.emailKey, emailKey),
    isNull(staff.disabledAt),
    or(isNotNull(staff.joinedAt), inArray(staff.id, invited)),
  );
  const [member] = await deps.db.select().from(staff).where(mayEnter);
  if (!member) return;
  if (!(await hasRoom(deps, [{ what: 'have a link to the desk posted', who: String(member.id) }]))) return;
  await deps.db.transaction(async (tx) => {
    const [still] = await tx.select().from(staff).where(mayEnter).for('no key update');
    if (still) await postStaffLink(deps, tx, still, Buffer.from(browser, 'base64'));
  });
}

/** Posts a link that opens the desk once, in that browser; an earlier one of the same browser ends. */
export async function postStaffLink(
  { clock, config, mail }: Pick<Deps, 'clock' | 'config' | 'mail'>,
  tx: Transaction,
  { id: staffId, name, email }: Pick<StaffRow, 'id' | 'name' | 'email'>,
  browserHash: Buffer,
): Promise<void> {
  const key = makeKey();
  const expiresAt = new Date(clock.now().getTime() + STAFF_LINK_MINUTES * 60_000);
  await tx
    .delete(staffLinks)
    .where(
      and(eq(staffLinks.staffId, staffId), eq(staffLinks.kind, 'sign in'), eq(staffLinks.browserHash, browserHash)),
    );
  await tx.insert(staffLinks).values({ hash: hashKey(key), staffId, kind: 'sign in', browserHash, expiresAt });
  const link = `${config.publicUrl}/desk/link/${key}`;
  await mail.post(tx, { kind: 'desk-link', to: email, firstName: name, link });
}
