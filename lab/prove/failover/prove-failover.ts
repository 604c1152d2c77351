import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer } from '../../rig/customer.ts';
import { figure } from '../../rig/table.ts';
import { countSoldBefore } from '../agreement.ts';
import { balance } from '../balancer.ts';
import { buyUnder } from '../buy-under.ts';
import { cleaningUp } from '../clean-up.ts';
import { describeMissing } from '../describe-missing.ts';
import { isWanted, type Line, type Proof, scaled } from '../proof.ts';
import { openTestEnvironment, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { type Machine, plugIn, signalAll, unplug } from './network.ts';

const TIMES = 5;
const BUYING_WITHIN_MS = 30_000;
const PROBE_EVERY_MS = 1_000;
const GIVE_UP_MS = 120_000;
/** HAProxy's own way to the leader, which one of the two shops takes. */
const TO_LEADER = PORTS.proxy + 2;

type Harm = { harm(cluster: Cluster, leader: Machine): void; heal(cluster: Cluster, leader: Machine): void };

const HARMS: Record<string, Harm> = {
  'the machine of the leader killed': {
    harm: (_cluster, leader) => signalAll(leader, 'SIGKILL'),
    heal: (cluster, leader) => cluster.start(leader),
  },
  'the machine of the leader frozen': {
    harm: (_cluster, leader) => signalAll(leader, 'SIGSTOP'),
    heal: (_cluster, leader) => signalAll(leader, 'SIGCONT'),
  },
  'the leader cut off from the network': {
    harm: (_cluster, leader) => void unplug(leader),
    heal: (_cluster, leader) => void plugIn(leader),
  },
  'switched over by patronictl': {
    harm: (cluster, leader) => cluster.switchOver(leader),
    heal: () => {},
  },
};

/** Three PostgreSQL under Patroni, two shops behind HAProxy; whatever befalls the leader, people buy again within 30 s. */
export const failover: Proof = {
  name: 'failover',
  about: "kills, freezes, cuts off and switches over the leader of Patroni's three PostgreSQL under two shops",
  ownDatabase: true,
  async prove(options, log) {
    const missing = listMissing();
    if (missing.length > 0) return { lines: [{ what: 'failover', tried: 0, faults: 0, lost: missing }] };
    const folder = await mkdtemp(join(tmpdir(), 'marigold-lane-failover-'));
    chmodSync(folder, 0o755);
    const cluster = await openCluster(folder);
    const close = cleaningUp(async () => {
      await cluster.close();
      await rm(folder, { recursive: true, force: true });
    });
    const lines: Line[] = [];
    try {
      await using env = await openTestEnvironment({ connectionString: cluster.connectionString });
      const ways = [cluster.connectionString, `postgresql://shop:roses@127.0.0.1:${TO_LEADER}/shop?sslmode=disable`];
      const ports = ways.map((_, number) => PORTS.behind + number * 2);
      const open = (number: number) =>
        requireOpen(env, { port: ports[number] as number, settings: { DATABASE_URL: ways[number] } });
      const first = await open(0);
      await startProxy(env, ports, cluster);
      const shops = [first, await open(1)];
      await countSoldBefore(env);
      for (const [what, kind] of Object.entries(HARMS).filter(([what]) => isWanted(options, what))) {
        lines.push(await tryKind(env, cluster, what, kind, scaled(options, TIMES), `${options.seed} ${what}`, log));
        for (const shop of shops) if (shop.hasEnded()) lines.at(-1)?.lost.push(`A shop ended.\n${shop.words()}`);
      }
    } finally {
      await close();
    }
    return { lines, notes: [NOTE] };
  },
};

const NOTE =
  'One shop has all three hosts in DATABASE_URL, the other goes to the leader through HAProxy. Synchronous replication, ttl 10 s, loop_wait 2 s, retry_timeout 4 s. “Buying again” is the time from the fault to the end of the first purchase that was begun after it.';

async function tryKind(
  env: TestEnvironment,
  cluster: Cluster,
  what: string,
  { harm, heal }: Harm,
  times: number,
  seed: string,
  log: (words: string) => void,
): Promise<Line> {
  const [waits, lost]: [number[], string[]] = [[], []];
  const round = async () => {
    await cluster.awaitWhole();
    const leader = await cluster.findLeader();
    if (!leader) throw new Error('There is no leader.');
    const start = performance.now();
    harm(cluster, leader);
    const isBuying = await awaitPurchase(env);
    const ms = performance.now() - start;
    const next = await cluster.findLeader();
    waits.push(ms);
    if (!isBuying || ms > BUYING_WITHIN_MS) lost.push(`Nobody could buy for ${figure(ms / 1000)} s.`);
    if (!next || next.name === leader.name) lost.push(`${leader.name} is still the leader.`);
    heal(cluster, leader);
    await cluster.awaitWhole();
    return `${what}: ${leader.name} → ${next?.name}, buying again after ${figure(ms / 1000)} s`;
  };
  const { tried, faults, figures, lost: broken } = await buyUnder(env, what, round, { times, seed }, log);
  const mean = waits.reduce((sum, ms) => sum + ms, 0) / waits.length / 1000;
  const again = `buying again after ${figure(mean)} s, at most ${figure(Math.max(...waits) / 1000)} s`;
  return { what, tried, faults, lost: [...broken, ...lost], figures: `${again}; ${figures}` };
}

/** One attempt after the other is begun, because one may hang on the server that is gone. */
async function awaitPurchase({ client, provider, promised }: TestEnvironment): Promise<boolean> {
  let isBought = false;
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end && !isBought; await sleep(PROBE_EVERY_MS)) {
    void (async () => {
      const customer = await createCustomer(client);
      promised.paid.add(await customer.buy(provider, { pick: 0, note: '1' }));
      isBought = true;
    })().catch(() => {});
  }
  return isBought;
}

/** Before the shops, and on a port of its own before the database: it asks Patroni which one is the leader. */
async function startProxy(env: TestEnvironment, ports: number[], { machines }: Cluster): Promise<void> {
  const servers = machines.map(
    ({ name, address }) => `  server ${name} ${address}:5432 check port 8008 inter 1s fall 2 rise 1`,
  );
  await balance(
    env,
    ports,
    `listen leader
  mode tcp
  bind 127.0.0.1:${TO_LEADER}
  timeout client 1h
  timeout server 1h
  option httpchk GET /primary
  http-check expect status 200
  default-server on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
}

function listMissing(): string[] {
  const programs = {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    setpriv: 'util-linux',
    ip: 'iproute2',
  };
  const missing = Object.keys(programs).flatMap((program) =>
    describeMissing(program)
      ? [`${program} is not here: apt-get install ${programs[program as keyof typeof programs]}`]
      : [],
  );
  if (!isThere('/usr/lib/postgresql/15/bin/postgres'))
    missing.push('PostgreSQL 15 is not here: apt-get install postgresql-15');
  if (process.getuid?.() !== 0) missing.push('Network namespaces need root.');
  return missing;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
