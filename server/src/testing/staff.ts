import type { Role } from '#contract/roles.ts';
import { inviteStaff } from '#server/features/staff/invitations/invite-staff.ts';
import { deskCookieName } from '#server/features/staff/sign-in/desk-cookie.ts';
import { startStaffSession } from '#server/features/staff/sign-in/start-staff-session.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

let count = 0;

/** Somebody who works here and is signed in; `headers` are what the browser of this person sends with every request. */
export async function employ({ deps }: Shop, roles: Role[] = ['owner'], name = 'Hana Okafor') {
  const email = `hana${++count}@shop.example`;
  return deps.db.transaction(async (tx) => {
    const { staffId: id } = await inviteStaff(tx, { name, email, roles }, { at: deps.clock.now() });
    const visit = { device: 'Firefox on Linux', openedBy: 'passkey' } as const;
    const secret = await startStaffSession(deps, tx, id, visit);
    const headers = { cookie: `${deskCookieName(deps.config)}=${secret}`, origin: deps.config.publicUrl };
    return { id, name, email, roles, headers };
  });
}
