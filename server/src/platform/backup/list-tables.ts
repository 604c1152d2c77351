import type { ClientBase } from 'pg';
import type { TableLine } from './backup-file.ts';

/**
 * Every table of the shop with the columns that are stored, each after the tables it refers to. The job queue is not
 * among them: sweeps queue again what is left to do. Nor is what the desk finds orders by: triggers write it.
 */
export async function listTables(client: ClientBase): Promise<TableLine[]> {
  const { rows: tables } = await client.query<TableLine>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'order_search' group by c.relname order by c.relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = f.relnamespace
    where k.contype = 'f' and n.nspname = 'public' and k.conrelid <> k.confrelid`);
  return inOrder(tables, references);
}

function inOrder(tables: TableLine[], references: { from: string; to: string }[]): TableLine[] {
  const sorted: TableLine[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ table }) => table));
    const free = [...waiting].filter(
      ({ table }) => !references.some(({ from, to }) => from === table && names.has(to)),
    );
    if (free.length === 0) throw new Error('The foreign keys of some tables form a cycle.');
    for (const table of free) {
      sorted.push(table);
      waiting.delete(table);
    }
  }
  return sorted;
}
