import * as z from 'zod';
import { Id } from './ids.ts';
import { ROLES } from './roles.ts';

/** The cookie of a session at the desk. On https its name begins with `__Host-`, which binds it to this host. */
export const DESK_COOKIE = 'desk';

export const StaffRoles = z.array(z.enum(ROLES)).min(1);

/** Whoever is signed in at the desk. */
export const Me = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    roles: StaffRoles,
    has_passkey: z.boolean(),
    opened_by: z.enum(['passkey', 'link', 'recovery code']),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
