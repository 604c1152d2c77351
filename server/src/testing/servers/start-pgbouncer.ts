import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Pooler = { address: string; stop(): Promise<void> };

/** As root it refuses to run; in such a namespace it is another user, and its files stay root's. */
const AS_ANOTHER = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];

/** PgBouncer in transaction mode before all databases of a server, as docs/operating/pgbouncer.md sets it up. */
export async function startPgbouncer(
  connectionString: string,
  {
    statementMs = 15_000,
    poolSize = 20,
    port: given,
  }: { statementMs?: number; poolSize?: number; port?: number | undefined } = {},
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-pgbouncer-'));
  const [port, file] = [given ?? (await findPort()), join(folder, 'pgbouncer.ini')];
  const { hostname, port: own, username, searchParams } = new URL(connectionString);
  const [host, at] = [searchParams.get('host') ?? hostname, searchParams.get('port') ?? (own || '5432')];
  await writeFile(join(folder, 'users.txt'), `"${username}" ""\n`);
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${at} connect_query='set statement_timeout = ${statementMs}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_client_conn = 2000
default_pool_size = ${poolSize}
server_idle_timeout = 5
`,
  );
  const [program = '', ...args] = [...(process.getuid?.() === 0 ? AS_ANOTHER : []), 'pgbouncer', file];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk) => {
    words = `${words}${chunk}`.slice(-4_000);
  });
  let hasEnded = false;
  child.once('error', ({ message }) => {
    words += message;
    hasEnded = true;
  });
  child.once('exit', () => {
    hasEnded = true;
  });
  const stop = async () => {
    if (!hasEnded) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (const end = Date.now() + 20_000; Date.now() < end && !hasEnded; await sleep(50))
    if (await isListening(port)) return { address: `127.0.0.1:${port}`, stop };
  await stop();
  throw new Error(`PgBouncer does not run here; Debian's package is pgbouncer.\n${words}`);
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });
