import { setTimeout as sleep } from 'node:timers/promises';
import { createCustomer, listOnSale } from '../../rig/customer.ts';
import type { HttpClient, Reply } from '../../rig/http-client.ts';
import type { Line } from '../proof.ts';
import { type OpenShop, PORTS, requireOpen, type TestEnvironment } from '../test-environment.ts';

const PRIVATE = ['/cart', '/api/user/profile/', '/api/user/orders/', '/api/delivery/', '/desk'];

type Away = { seconds: number };

/** The shop is killed: what was looked at before is still shown, from the very first moment; what is private says 503. */
export async function closeShop(env: TestEnvironment, shop: OpenShop, { seconds }: Away): Promise<[Line, OpenShop]> {
  const lost: string[] = [];
  const shown = await lookRound(env.client);
  const ada = await createCustomer(env.client);
  await shop.kill();
  let tried = 0;
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(200)) {
    for (const path of shown) {
      tried++;
      const { status } = await env.client.send({ path });
      if (status !== 200) lost.push(`${path} was answered ${status}`);
    }
    for (const path of PRIVATE) {
      tried++;
      lost.push(...describeRefusal(path, await ada.send('GET', path)));
    }
    lost.push(...describeRefusal('POST', await ada.send('POST', '/api/user/orders/', { order_items: [] })));
  }
  const reopened = await requireOpen(env, { port: PORTS.behind });
  const backMs = await waitUntilBack(env.client);
  const line = {
    what: 'the shop is killed',
    tried,
    faults: 1,
    lost,
    figures: `${shown.length} pages, lists and pictures shown all ${seconds} s, private calls refused with 503 and Retry-After, answering again ${(backMs / 1000).toFixed(1)} s after it opened`,
  };
  return [line, reopened];
}

/** What a visitor has looked at, as a page, as data and as pictures. */
export async function lookRound(client: HttpClient): Promise<string[]> {
  const [product] = await listOnSale(client);
  const pages = [
    '/',
    '/product',
    `/product/${product?.id}`,
    '/about',
    '/api/products/',
    `/product/${product?.id}.data`,
  ];
  const { text } = await client.send({ path: '/' });
  const pictures = [...new Set(text.match(/\/pictures\/[\w.-]+/g))].slice(0, 5);
  const all = [...pages, ...pictures];
  for (const path of all) {
    const { status } = await client.send({ path });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  }
  return all;
}

function describeRefusal(path: string, { status, headers, text }: Reply): string[] {
  const isPlain = status === 503 && headers['retry-after'] && headers['cache-control'] === 'no-store';
  const isOurs = text.includes('does not answer just now');
  return isPlain && isOurs ? [] : [`${path} was answered ${status}: ${text.slice(0, 100)}`];
}

async function waitUntilBack(client: HttpClient): Promise<number> {
  const start = performance.now();
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200))
    if ((await client.send({ path: '/api/delivery/' })).status === 200) break;
  return performance.now() - start;
}
