import { once } from 'node:events';
import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { createCustomer } from '../../rig/customer.ts';
import type { Line, Log } from '../proof.ts';
import { PORTS } from '../test-environment.ts';
import { FORMER_ASSET } from './build-image.ts';
import { awaitOpen, nameOf, type Shops } from './compose-shops.ts';
import type { Containers } from './containers.ts';

export const ROLLING = 'compose.yaml: two shops behind TLS, one after the other ended and started while people buy';
export const DOOR = 'the balancer: TLS, redirect, forged addresses, files of other releases, no shop ready';
const BUYERS = 3;

/** People buy through the balancer while each shop in turn is ended as an upgrade ends it. Nobody may notice. */
export async function endInTurn(containers: Containers, shops: Shops, times: number, log: Log): Promise<Line> {
  const lost: string[] = [];
  let [bought, isOver] = [0, false];
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createCustomer(shops.client)));
  const buying = buyers.map(async (buyer) => {
    while (!isOver) {
      await buyer.buy(shops.provider, { note: 'Behind the balancer' }, 60).then(
        () => bought++,
        (error: Error) => lost.push(error.message),
      );
      await sleep(200);
    }
  });
  for (let round = 0; round < times; round++) {
    const name = nameOf(`shop${(round % 2) + 1}`);
    await containers.run('podman', ['stop', '--time', '30', name]);
    await containers.run('podman', ['start', name]);
    await awaitOpen(containers, shops.client, [name]);
    // The balancer looks once a second.
    await sleep(3_000);
    log(`${name} was ended and started, ${bought} orders, ${lost.length} lost`);
  }
  isOver = true;
  await Promise.all(buying);
  if (bought < times) lost.push(`Only ${bought} orders were paid for.`);
  return {
    what: ROLLING,
    tried: bought,
    faults: times,
    lost,
    figures: `${bought} orders paid for by ${BUYERS} people`,
  };
}

export async function tryDoor(containers: Containers, { client, certificate, plainUrl }: Shops): Promise<Line> {
  const lost: string[] = [];
  let tried = 0;
  const expect = (what: string, seen: unknown, wanted: unknown) => {
    tried++;
    if (seen !== wanted) lost.push(`${what}: ${seen}, not ${wanted}`);
  };
  const plain = await fetch(`${plainUrl}/product?colour=pink`, { redirect: 'manual' });
  expect('without TLS', plain.status, 308);
  expect('where to', plain.headers.get('location'), 'https://localhost/product?colour=pink');
  for (const [version, isSpoken] of [
    ['TLSv1.3', true],
    ['TLSv1.2', true],
    ['TLSv1.1', false],
  ] as const)
    expect(version, await speaks(version, certificate), isSpoken);
  const home = await client.send({ path: '/' });
  expect('HSTS', Boolean(home.headers['strict-transport-security']), true);
  for (const path of ['/health', '/ready', '/%72eady', '/ready?now', '/%68ealth'])
    expect(path, (await client.send({ path })).status, 404);
  expect('ten looks', (await lookTenTimes(certificate)).size, 1);
  const file = /\/assets\/[\w.-]+\.js/.exec(home.text)?.[0] ?? '/assets/none';
  expect('a file of this release', (await client.send({ path: file })).status, 200);
  const former = { path: `/assets/${FORMER_ASSET}` };
  expect('a file of the release before', (await client.send(former)).status, 200);
  tried += await tryForgedAddress(client, lost);

  // Only one of the two has the file: as during a change of releases.
  const shop2 = nameOf('shop2');
  const hidden = ['--volume', `${containers.folder}/empty:/shop/build/releases:ro`];
  await containers.run('mkdir', ['-p', `${containers.folder}/empty`]);
  await replaceWith(containers, shop2, hidden);
  await awaitOpen(containers, client, [shop2]);
  await sleep(3_000);
  for (let look = 0; look < 6; look++) expect('a file that one shop has', (await client.send(former)).status, 200);

  for (const name of ['shop1', 'shop2']) await containers.run('podman', ['stop', '--time', '30', nameOf(name)]);
  await sleep(3_000);
  const away = await client.send({ path: '/' });
  expect('no shop ready', away.status, 503);
  expect('come back', away.headers['retry-after'], '5');
  return { what: DOOR, tried, faults: 2, lost, figures: `${tried} checks` };
}

/** The same container with more options; podman cannot add one to a container that exists. */
async function replaceWith({ run }: Containers, name: string, more: string[]): Promise<void> {
  const [told] = JSON.parse(await run('podman', ['inspect', name]));
  const command: string[] = told.Config.CreateCommand.slice(1);
  await run('podman', ['rm', '--force', '--time', '30', name]);
  await run('podman', [...command.slice(0, -1), ...more, command.at(-1) ?? '']);
}

async function speaks(version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', ca: string): Promise<boolean> {
  const ciphers = version === 'TLSv1.1' ? 'DEFAULT@SECLEVEL=0' : undefined;
  const where = { host: 'localhost', port: PORTS.behind, ca, minVersion: version, maxVersion: version };
  const socket = connect({ ...where, ...(ciphers && { ciphers }) });
  const how = await Promise.race([
    once(socket, 'secureConnect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return how;
}

/** The statuses of ten pages over HTTP/1.1, one connection each. */
async function lookTenTimes(ca: string): Promise<Set<number | undefined>> {
  const statuses = new Set<number | undefined>();
  for (let look = 0; look < 10; look++) {
    const sent = request({ host: 'localhost', port: PORTS.behind, path: '/', ca, agent: false }).end();
    const [response] = await once(sent, 'response');
    response.resume();
    statuses.add(response.statusCode);
  }
  return statuses;
}

/** Asking for ever other accounts under ever other addresses is one visitor: the throttle holds although the header is forged. */
async function tryForgedAddress(client: Shops['client'], lost: string[]): Promise<number> {
  let [asked, status] = [0, 0];
  for (; asked < 40 && status !== 429; asked++) {
    const headers = { 'x-forwarded-for': `10.9.8.${asked}`, forwarded: `for=10.9.8.${asked}` };
    const body = { email: `nobody-${asked}@example.org` };
    status = (await client.send({ path: '/api/v1/auth/password/reset/', body, headers })).status;
  }
  if (status !== 429)
    lost.push(`${asked} requests from forged addresses were never throttled, the last answered ${status}`);
  return asked;
}
