import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer } from '../../rig/customer.ts';
import { getOk, openHttpClient } from '../../rig/http-client.ts';
import { figure } from '../../rig/table.ts';
import type { Line } from '../proof.ts';
import { PORTS } from '../test-environment.ts';
import { IMAGE } from './build-image.ts';
import { awaitOpen, NETWORK, type Shops } from './compose-shops.ts';
import type { Containers } from './containers.ts';
import { WRITE_EVERYWHERE, type Writable } from './write-everywhere.ts';

export const ALONE = 'one container: root read-only, no rights, one volume';
export const REFUSALS = 'a database that is missing or wrong is said in one sentence';
export const ENDS = 'asked to end by SIGTERM';
/** What compose.yaml grants before it kills. */
const GRACE_SECONDS = 30;
const NAME = 'alone';
/** Stricter than compose.yaml: not even a /tmp in memory. */
const HOW = ['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

/** A third shop of the same image, on the same database, with nothing that it does not need. */
export async function runAlone(containers: Containers, shops: Shops): Promise<Line> {
  const { run } = containers;
  const lost: string[] = [];
  using client = openHttpClient({ origin: `http://127.0.0.1:${PORTS.proxy}`, keepAlive: false });
  const publish = ['--publish', `127.0.0.1:${PORTS.proxy}:3000`, '--volume', 'alone:/data'];
  const start = performance.now();
  await run('podman', [
    'run',
    '--detach',
    '--name',
    NAME,
    '--network',
    NETWORK,
    ...HOW,
    ...publish,
    ...shops.settings,
    IMAGE,
  ]);
  await awaitOpen(containers, client, [NAME]);
  const seconds = (performance.now() - start) / 1000;
  await getOk(client, '/');
  await (await createCustomer(client)).buy(shops.provider, { note: 'From a container' }, 30);
  const told: Writable = JSON.parse(await run('podman', ['exec', NAME, 'node', '-e', WRITE_EVERYWHERE]));
  const outside = told.writable.filter((folder) => !/^\/data(\/|$)/.test(folder));
  lost.push(...outside.map((folder) => `${folder} can be written to`));
  if (!told.writable.includes('/data')) lost.push('the volume cannot be written to');
  if (told.uid !== '10001') lost.push(`it runs as ${told.uid}`);
  if (/[1-9a-f]/.test(told.rights)) lost.push(`it has the rights ${told.rights}`);
  const figures = `${told.tried} folders cannot be written to, an order was paid for, open after ${figure(seconds)} s`;
  return { what: ALONE, tried: told.tried, faults: 0, lost, figures };
}

/** The container is ended and started again so many times. */
export async function endAlone({ run, attempt }: Containers, times: number): Promise<Line> {
  const lost: string[] = [];
  let slowest = 0;
  for (let round = 0; round < times; round++) {
    const start = performance.now();
    await run('podman', ['stop', '--time', String(GRACE_SECONDS), NAME]);
    slowest = Math.max(slowest, performance.now() - start);
    const code = await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', NAME]);
    if (code !== '0') lost.push(`It ended with ${code}.`);
    if (round === times - 1) break;
    await run('podman', ['start', NAME]);
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(500))
      if ((await attempt('podman', ['healthcheck', 'run', NAME])).code === 0) break;
  }
  if (slowest > GRACE_SECONDS * 1000) lost.push(`It took ${figure(slowest / 1000)} s to end.`);
  await run('podman', ['rm', '--force', NAME]);
  return { what: ENDS, tried: times, faults: times, lost, figures: `ended within ${figure(slowest / 1000)} s` };
}

/** Settings with which the shop cannot open: it ends with 1, and one line names the setting to mend. */
export async function tryRefusals({ attempt }: Containers, { settings }: Shops): Promise<Line> {
  const good = settings.find((line) => line.startsWith('DATABASE_URL='))?.slice('DATABASE_URL='.length) ?? '';
  const wrongPassword = good.replace(/:[^:@]+@/, ':wrong@');
  const cases: Record<string, string> = {
    'no DATABASE_URL': '',
    'a host that is not there': good.replace('@postgres:', '@nowhere:'),
    'a port where nobody listens': good.replace(':5432', ':5433'),
    'a wrong password': wrongPassword,
    'not an address': 'postgres',
  };
  const lost: string[] = [];
  const tryOne = async ([what, url]: [string, string]) => {
    const args = ['run', '--rm', '--network', NETWORK, ...HOW, ...settings, '--env', `DATABASE_URL=${url}`, IMAGE];
    const { code, words } = await attempt('podman', args);
    // podman itself speaks of health checks where there is no systemd.
    const said = words.split('\n').filter((line) => line && !line.includes('level='));
    const sentence = said.filter((line) => !line.startsWith('These settings cannot be used'));
    if (code !== 1) lost.push(`${what}: it ended with ${code}`);
    if (sentence.length !== 1 || !sentence[0]?.includes('DATABASE_URL'))
      lost.push(`${what}: it said ${said.join(' / ')}`);
    if (words.includes('wrong@') || words.includes(good)) lost.push(`${what}: it printed the password`);
  };
  await Promise.all(Object.entries(cases).map(tryOne));
  return { what: REFUSALS, tried: Object.keys(cases).length, faults: Object.keys(cases).length, lost };
}
