import type pg from 'pg';

/**
 * Drops a database together with its connections. `WITH (FORCE)` fails while PostgreSQL's own autovacuum is in it,
 * because the shop's role is no superuser and may not end that one; a plain `DROP DATABASE` ends autovacuum by itself,
 * but no connection.
 */
export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) return;
  await client.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  );
  await client.query(`DROP DATABASE ${name}`);
}
