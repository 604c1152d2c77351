import type { ClientBase } from 'pg';
import type { Header } from './backup-file.ts';

/** Skips the ids that the shop may have used since the backup: they stand in letters and on bank statements. */
const NUMBERS_SKIPPED = 100_000;
const LARGEST_NUMBER = 2_147_483_647;

type Sequences = Header['sequences'];

/** Every column that counts, with the number that it gives next. */
export async function readSequences(client: ClientBase): Promise<Sequences> {
  const { rows } = await client.query<Sequences[number]>(`
    select c.relname as table, a.attname::text as column,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), a.attname)), 0)::int + 1 as next
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and a.attidentity <> ''`);
  return rows;
}

/** Lets everything that is counted go on far enough behind what the shop may have used since. */
export async function skipNumbers(client: ClientBase, sequences: Sequences, takenAt: Date): Promise<void> {
  for (const { table, column, next } of sequences)
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3, false)', [
      table,
      column,
      skipFrom(next, takenAt),
    ]);
}

/**
 * Skips one more id for each second since the backup, so that restoring the same backup again later uses other ids; at
 * most half of what is left, so that ids do not run out however often a shop is restored.
 */
function skipFrom(next: number, takenAt: Date): number {
  const seconds = Math.max(0, Math.floor((Date.now() - takenAt.getTime()) / 1000));
  return next + Math.min(NUMBERS_SKIPPED + seconds, Math.max(0, Math.floor((LARGEST_NUMBER - next) / 2)));
}
