import type { Profile, User } from '#contract/accounts.ts';
import type { users } from './table.ts';

export type UserRow = typeof users.$inferSelect;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    email_confirmed: row.emailConfirmedAt !== null,
  };
}

/** The same as only the account page needs it. */
export const toProfile = (row: UserRow): Profile => ({
  ...toUser(row),
  new_email: row.newEmail,
  has_password: row.passwordHash !== null,
});
