import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstAnswer, startChild } from '../bench/children.ts';
import { SHOP, type TestEnvironment } from './test-environment.ts';

/** What a line says where there is none. */
export const NO_BALANCER = 'HAProxy is not here: install the package haproxy.';

export function hasBalancer(): boolean {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Puts HAProxy before the shops: it asks each every second whether it is ready, and goes elsewhere if nobody listens. */
export async function balance({ dataDir }: Pick<TestEnvironment, 'dataDir'>, ports: number[]): Promise<void> {
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
`,
  );
  const child = startChild('haproxy', ['-db', '-f', file]);
  await firstAnswer(child, `${SHOP}/api/products/`, 20_000);
}
