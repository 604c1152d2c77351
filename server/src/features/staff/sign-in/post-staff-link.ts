import * as z from 'zod';
import { STAFF_LINK_MINUTES } from '#contract/staff.ts';
import type { Deps } from '#server/deps.ts';
import { TooMany } from '#server/errors.ts';
import { hashKey, makeKey } from '#server/features/accounts/keys.ts';
import { countFirst, hasRoom } from '#server/features/accounts/throttle.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, eq, gt, inArray, isNotNull, isNull, or } from '#server/platform/database/drizzle.ts';
import { type StaffRow, staff, staffLinks } from '../table.ts';
import { findStaffPlace, type StaffPlace } from './known-places.ts';

/**
 * Who is to be written to, the browser in which the link is good (the hash of its cookie, in base64), and the network that asks:
 * none in requests that were queued by an earlier version.
 */
export const StaffLinkRequest = z.object({
  emailKey: z.string(),
  browser: z.string(),
  network: z.string().default(''),
});
export type StaffLinkRequest = z.infer<typeof StaffLinkRequest>;

/** Posts a link to whoever works here with this address, or is still invited; to nobody else. */
export async function postRequestedLink(deps: Deps, { emailKey, browser, network }: StaffLinkRequest): Promise<void> {
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
  const browserHash = Buffer.from(browser, 'base64');
  if (!(await mayBePosted(deps, member.id, { browserHash, network }))) return;
  await deps.db.transaction(async (tx) => {
    const [still] = await tx.select().from(staff).where(mayEnter).for('no key update');
    if (still) await postStaffLink(deps, tx, still, browserHash);
  });
}

/**
 * A place where the colleague has signed in before has letters of its own, so that strangers use up none of them. The first of each
 * other network are counted apart from further ones, so that a dozen networks do not use up all of those either.
 */
async function mayBePosted(deps: Deps, staffId: number, place: StaffPlace): Promise<boolean> {
  const who = String(staffId);
  const known = await findStaffPlace(deps, staffId, place);
  if (known) {
    const here = `${who}\n${known === 'device' ? place.browserHash.toString('base64') : place.network}`;
    return hasRoom(deps, [{ what: 'have links to the desk posted to a known place', who: here }]);
  }
  try {
    await countFirst(deps, [
      [
        { what: 'have a link to the desk posted to a new network', who: `${who}\n${place.network}` },
        { what: 'have links to the desk posted to new networks', who },
      ],
      [{ what: 'have links to the desk posted to networks not so new', who }],
    ]);
    return true;
  } catch (error) {
    if (error instanceof TooMany) return false;
    throw error;
  }
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
