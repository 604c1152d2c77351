import type pg from 'pg';
import { OWASP_COST, unusablePassword } from '#server/features/accounts/passwords/passwords.ts';
import type { LetterKind } from '#server/platform/mail/letter.ts';

/** Access that may have been ended, used or replaced since the backup: none of it is restored. */
const ENDED_BY_RESTORE = [
  'refresh_tokens',
  'sessions',
  'confirmation_keys',
  'password_resets',
  'login_codes',
  'wish_list_links',
  'staff_sessions',
  'staff_links',
  'staff_places',
  'passkeys',
  'passkey_challenges',
  'recovery_codes',
];

/** Letters whose only use is a link with a one-time key. Those that were sent are empty already. */
const LETTERS_WITH_KEYS: LetterKind[] = [
  'confirm-email',
  'confirm-new-email',
  'reset-password',
  'login-code',
  'desk-invitation',
  'desk-link',
];

/**
 * Deletes every session, passkey and one-time key, and the letters with such keys: what was ended, removed or used since the backup
 * must not work again. Whoever works at the desk joins anew, once an owner has confirmed it: nobody knows who was dismissed since.
 * Passwords are those of the backup, unless they are made unusable: then everybody requests a new one by letter.
 */
export async function endAccess(client: pg.Client, { resetPasswords }: { resetPasswords: boolean }): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [[...ENDED_BY_RESTORE, 'staff']],
  );
  // A backup of an earlier version has fewer tables.
  for (const { name } of rows) {
    if (name === 'staff') await client.query('update staff set joined_at = null where disabled_at is null');
    else await client.query(`delete from "${name}"`);
  }
  await client.query('delete from letters where sent_at is null and kind = any($1)', [LETTERS_WITH_KEYS]);
  if (resetPasswords)
    await client.query('update users set password_hash = $1 where password_hash is not null', [
      unusablePassword(OWASP_COST),
    ]);
}
