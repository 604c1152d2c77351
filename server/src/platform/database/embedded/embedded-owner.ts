import pg from 'pg';

/** Also the end of the socket's name. It is never a network port: nothing listens on the network. */
export const PORT = 5432;

/** The advisory lock that the running shop holds as long as it lives. Any number that nothing else uses. */
const SHOP_LOCK = 5_150_312;

/**
 * Connects as PostgreSQL's own superuser, outside the shop's database, so that the shop's can be dropped or renamed.
 */
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
  // A stopped server breaks the connection; callers listen to 'end'.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Without this the idle connection would keep the process alive. (The published types lack `unref`.) */
export const letProcessEnd = (owner: pg.Client) => (owner as pg.Client & { unref(): void }).unref();

/** True when this connection now has the shop's lock. It ends with the connection, so a killed shop holds no lock. */
export async function tryShopLock(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query(`SELECT pg_try_advisory_lock(${SHOP_LOCK}) AS locked`);
  return rows[0].locked;
}

/** Starting, recovering or shutting down: in a moment it will accept connections, or be gone. */
export const isBusy = (error: unknown) => (error as { code?: unknown }).code === '57P03';

/** The shop's own role is no superuser: an injected query could reach neither files nor programs. */
export async function ensureShopDatabase(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query(`
    SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'shop') AS role,
           EXISTS (SELECT FROM pg_database WHERE datname = 'shop') AS database`);
  if (!rows[0].role) await owner.query('CREATE ROLE shop LOGIN CREATEDB');
  if (!rows[0].database) await owner.query('CREATE DATABASE shop OWNER shop');
}

/** What the shop connects with. There is no password: the folder of the socket is closed to other users. */
export function connectionStringFor(socketDir: string): string {
  const where = new URLSearchParams({ host: socketDir, port: String(PORT), sslmode: 'disable' });
  return `postgresql://shop@localhost/shop?${where}`;
}
