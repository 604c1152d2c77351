import type { Me } from '#contract/staff.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { eq } from '#server/platform/database/drizzle.ts';
import type { Colleague } from './find-colleague.ts';
import { passkeys } from './table.ts';

export async function showMe(db: Database, { id, name, email, roles, openedBy }: Colleague): Promise<Me> {
  const [passkey] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.staffId, id)).limit(1);
  return { id, name, email, roles, has_passkey: passkey !== undefined, opened_by: openedBy };
}
