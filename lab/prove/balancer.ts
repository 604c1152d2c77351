import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstAnswer, startChild } from '../rig/children.ts';
import { openFirst } from './agreement.ts';
import { describeMissing } from './describe-missing.ts';
import type { Line } from './proof.ts';
import {
  type OpenShop,
  openTestEnvironment,
  PORTS,
  requireOpen,
  SHOP,
  type TestEnvironment,
} from './test-environment.ts';

/** Puts HAProxy before the shops: it polls each for its readiness, and sends requests elsewhere if it is not ready. */
export async function balance(
  { dataDir }: Pick<TestEnvironment, 'dataDir'>,
  ports: number[],
  more = '',
): Promise<void> {
  const file = join(dataDir, 'haproxy.cfg');
  const servers = ports.map(
    (port, number) => `  server shop${number} 127.0.0.1:${port} check inter 500ms fall 2 rise 1`,
  );
  await writeFile(
    file,
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 3s
  retries 3
  option redispatch 1
  retry-on conn-failure
frontend door
  bind ${new URL(SHOP).host}
  option forwardfor if-none
  default_backend shops
backend shops
  balance roundrobin
  option httpchk GET /ready
${servers.join('\n')}
${more}`,
  );
  const child = startChild('haproxy', ['-db', '-f', file]);
  await firstAnswer(child, `${SHOP}/api/products/`, 20_000);
}

type Balanced = {
  env: TestEnvironment;
  restart(number: number, end: (shop: OpenShop, port: number) => Promise<void>): Promise<void>;
};

/** Runs `act` with several shops on one database behind HAProxy; without HAProxy its line reports a loss. */
export async function withBalanced(count: number, what: string, act: (all: Balanced) => Promise<Line>): Promise<Line> {
  const missing = describeMissing('haproxy');
  if (missing) return { what, tried: 0, faults: 0, lost: [missing] };
  await using env = await openTestEnvironment('given');
  await openFirst(env);
  const ports = Array.from({ length: count }, (_, number) => PORTS.behind + number);
  const shops = await Promise.all(ports.map((port) => requireOpen(env, { port })));
  await balance(env, ports);
  const line = await act({
    env,
    async restart(number, end) {
      const port = ports[number] as number;
      await end(shops[number] as OpenShop, port);
      shops[number] = await requireOpen(env, { port });
    },
  });
  return line;
}
