import type { FieldErrors } from '#contract/errors.ts';
import { dropInvisible } from '#contract/invisible.ts';
import { MAX_USERNAME_LENGTH } from '#contract/limits.ts';
import { normalise, SENT_PER_SIGN } from '#contract/normalise.ts';
import { Invalid } from '#server/errors.ts';

export const TAKEN = {
  email: 'A user is already registered with this email address.',
  username: 'A user with that username already exists.',
};

/** The same for all spellings of one username (case, Unicode form). Empty for what is too long to be one. */
export const usernameKey = (username: string): string =>
  dropInvisible(normalise('NFKC', username, SENT_PER_SIGN * MAX_USERNAME_LENGTH) ?? '')
    .trim()
    .toLowerCase();

const CONSTRAINTS: Record<string, FieldErrors> = {
  users_email_key: { email: [TAKEN.email] },
  users_username_key: { username: [TAKEN.username] },
};

/**
 * Writes a name or address. Of two that are written at once the database refuses the later, which gets a field error.
 */
export async function mapUniqueViolation<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { constraint } = ((error as Error).cause ?? error) as { constraint?: string };
    const fields = CONSTRAINTS[constraint ?? ''];
    throw fields ? new Invalid(fields) : error;
  }
}
