import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, makeClient } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import { ROOT } from '../../rig/shop.ts';
import { PORTS } from '../test-environment.ts';
import { IMAGE } from './build-image.ts';
import type { Containers } from './containers.ts';

const PROJECT = 'marigold-lane';
const OPEN_MS = 15 * 60_000;
const STAND_IN = 'http://paypal:3002';
export const NETWORK = `${PROJECT}_default`;
export const nameOf = (service: string) => `${PROJECT}_${service}_1`;

export type Shops = {
  /** Through the balancer, with its certificate. */
  client: HttpClient;
  certificate: string;
  provider: Client;
  /** The settings that compose.yaml gives each shop, as arguments of podman. */
  settings: string[];
  plainUrl: string;
};

/** What compose.yaml describes, brought up as the guide says, with a pretended PayPal in a container beside it. */
export async function composeShops(containers: Containers): Promise<Shops> {
  const { run, folder } = containers;
  const project = join(folder, 'project');
  await mkdir(project);
  for (const name of ['compose.yaml', 'deploy']) cpSync(join(ROOT, name), join(project, name), { recursive: true });
  await run('rm', ['-rf', '.env', 'deploy/tls'], { cwd: project });
  await run('sh', ['deploy/new-secrets.sh', `https://localhost:${PORTS.behind}`], { cwd: project });
  // Later lines win.
  const settings = {
    HTTP_PORT: PORTS.shop,
    HTTPS_PORT: PORTS.behind,
    SMTP_URL: 'smtp://127.0.0.1:25',
    PAYPAL_API_BASE: STAND_IN,
    POSTGRES_IMAGE: 'localhost/postgres',
    HAPROXY_IMAGE: 'localhost/haproxy',
    PAYPAL_CLIENT_ID: 'stand-in-client',
    PAYPAL_CLIENT_SECRET: 'stand-in-secret',
    PAYPAL_WEBHOOK_ID: 'STANDINWEBHOOK001',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(join(project, '.env'), lines.join(''));
  await run('podman-compose', ['--project-name', PROJECT, 'up', '--detach'], { cwd: project });
  await startStandIn(containers);

  const certificate = readFileSync(join(project, 'deploy/tls/certificate.pem'), 'utf8');
  const client = openHttpClient({ origin: `https://localhost:${PORTS.behind}`, keepAlive: false, ca: certificate });
  await awaitOpen(containers, client, ['shop1', 'shop2'].map(nameOf));
  const provider = await makeClient(`http://127.0.0.1:${PORTS.provider}`);
  const told = JSON.parse(await run('podman', ['inspect', nameOf('shop1')]))[0].Config.Env as string[];
  const given = told.filter((line) => /^(DATABASE_URL|JWT_SECRET|PUBLIC_URL|TRUST_PROXY|SMTP_URL|PAYPAL_)/.test(line));
  return {
    client,
    certificate,
    provider,
    plainUrl: `http://localhost:${PORTS.shop}`,
    settings: given.flatMap((line) => ['--env', line]),
  };
}

async function startStandIn({ run }: Containers): Promise<void> {
  const settings = [`PAYPAL_STAND_IN_URL=${STAND_IN}`, 'PAYPAL_STAND_IN_DATA=/data'];
  const webhook = 'PAYPAL_STAND_IN_WEBHOOK_URL=http://shop1:3000/api/payments/paypal/webhook/';
  await run('podman', [
    'run',
    '--detach',
    '--name',
    'paypal',
    '--network',
    NETWORK,
    '--network-alias',
    'paypal',
    '--publish',
    `127.0.0.1:${PORTS.provider}:3002`,
    ...[...settings, webhook].flatMap((one) => ['--env', one]),
    '--volume',
    `${join(import.meta.dirname, 'stand-in-for-all.mjs')}:/stand-in.mjs:ro`,
    IMAGE,
    'node',
    '/stand-in.mjs',
  ]);
}

/** Until each passes its own health check and the balancer has sent somebody to both. */
export async function awaitOpen(containers: Containers, client: HttpClient, names: string[]): Promise<void> {
  const isWell = async (name: string) => (await containers.attempt('podman', ['healthcheck', 'run', name])).code === 0;
  for (const end = Date.now() + OPEN_MS; ; await sleep(1_000)) {
    const healthy = await Promise.all(names.map(isWell));
    const page = await client.send({ path: '/' }).catch(() => undefined);
    if (healthy.every(Boolean) && page?.status === 200) return;
    if (Date.now() < end) continue;
    const words = await Promise.all(names.map((name) => containers.attempt('podman', ['logs', '--tail', '20', name])));
    throw new Error(`The shops did not open.\n${words.map((one) => one.words).join('\n')}`);
  }
}
