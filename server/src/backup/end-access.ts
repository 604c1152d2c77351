import type pg from 'pg';
import { unusablePassword } from '../accounts/passwords.ts';
import type { LetterKind } from '../mail/letter.ts';

/** What a backup remembers of access that may have been ended, used or replaced since: none of it survives a restore. */
const ENDED_BY_RESTORE = ['refresh_tokens', 'sessions', 'confirmation_keys', 'password_resets'];

/** Letters whose only use is a link with a one-time key. Those that have left hold nothing any more. */
const LETTERS_WITH_KEYS: LetterKind[] = ['confirm-email', 'confirm-new-email', 'reset-password'];

/**
 * Ends every session and every one-time key, and drops the letters that would have carried such keys: a session that was
 * ended since the backup, or a link that was used, must not work again. Passwords are those of the backup, unless they are
 * made unusable: then everybody asks for a new one by letter.
 */
export async function endAccess(client: pg.Client, { resetPasswords }: { resetPasswords: boolean }): Promise<void> {
  for (const table of ENDED_BY_RESTORE) await client.query(`delete from "${table}"`);
  await client.query('delete from letters where sent_at is null and kind = any($1)', [LETTERS_WITH_KEYS]);
  if (resetPasswords) await client.query('update users set password_hash = $1', [unusablePassword()]);
}
