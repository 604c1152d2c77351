import pg from 'pg';

/** Also the end of the socket's name. It is never a network port: nothing listens on the network. */
export const PORT = 5432;

/** Held by the running shop for as long as it lives. Any number that no one else uses. */
const SHOP_LOCK = 5_150_312;

/** Connects as PostgreSQL's own superuser, outside the shop's database, so that the shop's can be dropped or renamed. */
export async function connectAsOwner(socketDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDir,
    port: PORT,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
    application_name: 'marigold-lane owner',
  });
  // A stopped server breaks the connection, and whoever holds it hears of that by 'end'.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** An idle connection keeps the process from ending by itself; this one must not. (The published types lack `unref`.) */
export const letProcessEnd = (owner: pg.Client) => (owner as pg.Client & { unref(): void }).unref();

/** True when this connection now marks the server as ours. Lost with the connection, so a killed shop holds nothing. */
export async function tryShopLock(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`SELECT pg_try_advisory_lock(${SHOP_LOCK}) AS taken`);
  return rows[0].taken;
}

/** Starting, recovering or shutting down: it will answer, or be gone, in a moment. */
export const isBusy = (error: unknown) => (error as { code?: unknown }).code === '57P03';

/** The shop's own role is no superuser: a query that goes astray can reach neither files nor programs. */
export async function ensureShopDatabase(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`
    SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'shop') AS role,
           EXISTS (SELECT FROM pg_database WHERE datname = 'shop') AS database`);
  if (!rows[0].role) await owner.query('CREATE ROLE shop LOGIN CREATEDB');
  if (!rows[0].database) await owner.query('CREATE DATABASE shop OWNER shop');
}

/** What the shop connects with. Whoever may enter the socket's folder is trusted; it is closed to everybody else. */
export function connectionStringFor(socketDir: string): string {
  const where = new URLSearchParams({ host: socketDir, port: String(PORT), sslmode: 'disable' });
  return `postgresql://shop@localhost/shop?${where}`;
}
