import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from '../../rig/children.ts';
import { withClient } from '../../rig/run-query.ts';
import { closeNetwork, type Machine, openNetwork } from './network.ts';

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const WHOLE_WITHIN_MS = 180_000;
const SUPERUSER = 'a password of the proof';

type State = { role: string; state: string; name: string };

/** Three PostgreSQL of which Patroni makes one the leader, as docs/operating/failover.md sets them up. */
export type Cluster = {
  machines: Machine[];
  /** The address for DATABASE_URL. */
  connectionString: string;
  findLeader(): Promise<Machine | undefined>;
  /** Starts etcd and Patroni on a machine again. */
  start(machine: Machine): void;
  /** Waits until there is a leader and both others follow it, one of them synchronously. */
  awaitWhole(): Promise<void>;
  switchOver(from: Machine): void;
  close(): Promise<void>;
};

export async function openCluster(folder: string): Promise<Cluster> {
  const machines = openNetwork(3);
  const owner = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  for (const machine of machines) prepareMachine(machine, machines, folder, owner);
  const start = (machine: Machine) => startMachine(machine, machines, folder);
  const addresses = machines.map(({ address }) => `${address}:5432`).join(',');
  const cluster: Cluster = {
    machines,
    start,
    findLeader: () => findLeader(machines),
    awaitWhole: () => awaitWhole(machines),
    connectionString: `postgresql://shop:roses@${addresses}/shop?sslmode=disable&target_session_attrs=read-write`,
    switchOver({ name }) {
      const config = join(folder, name, 'patroni.yml');
      execFileSync('patronictl', ['-c', config, 'switchover', '--master', name, '--force'], { stdio: 'pipe' });
    },
    close: async () => closeNetwork(machines),
  };
  try {
    for (const machine of machines) start(machine);
    await cluster.awaitWhole();
    const superuser = `postgresql://postgres:${encodeURIComponent(SUPERUSER)}@${addresses}/postgres?sslmode=disable&target_session_attrs=read-write`;
    await withClient(superuser, async (client) => {
      await client.query(`create role shop login createdb password 'roses'`);
      await client.query('create database shop owner shop');
    });
    return cluster;
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

function prepareMachine({ name, address }: Machine, machines: Machine[], folder: string, owner: number): void {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const hosts = machines.map((one) => `${one.address}:2379`).join(',');
  writeFileSync(
    join(home, 'patroni.yml'),
    `scope: marigold
name: ${name}
restapi:
  listen: ${address}:8008
  connect_address: ${address}:8008
# Not etcd3: there Patroni 3.0.2 takes the key of the leader back without asking when it wakes from a freeze.
etcd:
  hosts: ${hosts}
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 2
    retry_timeout: 4
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 100
        wal_keep_size: 512MB
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: ${address}:5432
  connect_address: ${address}:5432
  data_dir: ${join(home, 'data')}
  bin_dir: ${POSTGRES_BIN}
  pgpass: ${join(home, 'pgpass')}
  authentication:
    superuser: { username: postgres, password: ${SUPERUSER} }
    replication: { username: replicator, password: a password of the proof }
    rewind: { username: rewinder, password: a password of the proof }
  parameters:
    unix_socket_directories: ${home}
  pg_hba:
    - local all all trust
    - host replication replicator 10.211.19.0/24 scram-sha-256
    - host all all 10.211.19.0/24 scram-sha-256
`,
  );
  chownSync(home, owner, owner);
  chownSync(join(home, 'patroni.yml'), owner, owner);
}

function startMachine({ name, address }: Machine, machines: Machine[], folder: string): void {
  const home = join(folder, name);
  const inside = ['netns', 'exec', name, 'setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const env = { ...process.env, ETCD_UNSUPPORTED_ARCH: 'arm64', HOME: home };
  const peers = machines.map((one) => `${one.name}=http://${one.address}:2380`).join(',');
  const etcd = [
    'etcd',
    '--name',
    name,
    '--data-dir',
    join(home, 'etcd'),
    '--log-level',
    'warn',
    '--enable-v2',
    '--listen-peer-urls',
    `http://${address}:2380`,
    '--initial-advertise-peer-urls',
    `http://${address}:2380`,
    '--listen-client-urls',
    `http://${address}:2379`,
    '--advertise-client-urls',
    `http://${address}:2379`,
    '--initial-cluster',
    peers,
    '--heartbeat-interval',
    '200',
    '--election-timeout',
    '2000',
  ];
  startChild('ip', [...inside, ...etcd], { env });
  startChild('ip', [...inside, 'patroni', join(home, 'patroni.yml')], { env, cwd: home });
}

/** What a member says of itself; undefined if it does not answer. */
async function readState(machine: Machine): Promise<(State & { replication?: { sync_state: string }[] }) | undefined> {
  try {
    const response = await fetch(`http://${machine.address}:8008/patroni`, { signal: AbortSignal.timeout(1_500) });
    return { ...((await response.json()) as State), name: machine.name };
  } catch {
    return undefined;
  }
}

async function findLeader(machines: Machine[]): Promise<Machine | undefined> {
  for (const machine of machines) {
    // 200 only for the one that holds the key of the leader.
    const url = `http://${machine.address}:8008/primary`;
    const response = await fetch(url, { signal: AbortSignal.timeout(1_500) }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => {});
    if (response?.ok) return machine;
  }
  return undefined;
}

async function awaitWhole(machines: Machine[]): Promise<void> {
  let states: Awaited<ReturnType<typeof readState>>[] = [];
  for (const end = Date.now() + WHOLE_WITHIN_MS; Date.now() < end; await sleep(500)) {
    states = await Promise.all(machines.map(readState));
    const leader = states.find((one) => one?.role === 'master' || one?.role === 'primary');
    const following = leader?.replication?.map(({ sync_state }) => sync_state) ?? [];
    if (following.length === machines.length - 1 && following.includes('sync') && states.every(Boolean)) return;
  }
  throw new Error(`The cluster is not whole: ${JSON.stringify(states)}`);
}
