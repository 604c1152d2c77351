import { openHttpClient } from '../../rig/http-client.ts';
import { describeRun } from '../../rig/machine.ts';
import { openShop } from '../../rig/shop.ts';
import type { Report } from '../results.ts';
import { BEHIND_PROXY, registerVisitors } from '../visitors.ts';
import { compareKnownWithUnknown, MAILBOXES } from './known-and-unknown.ts';
import { measureStorm } from './login-storm.ts';

/** Accounts whose password nobody got wrong before: a storm of right ones must not meet a limit meant for guessers. */
const FRESH = 40;

export async function measureLogin(seed: number): Promise<Report> {
  const run = describeRun(['fastify']);
  await using shop = await openShop(BEHIND_PROXY);
  using client = openHttpClient({ origin: shop.url, maxSockets: 1 });
  const visitor = await registerVisitors(client, MAILBOXES + FRESH);
  const apart = await compareKnownWithUnknown(client, seed);
  const storm = await measureStorm(shop, client, visitor, { first: MAILBOXES, count: FRESH });
  return { kind: 'login', run, tables: [apart, ...storm] };
}
