import { startLoad } from './http-client.ts';
import { measureStorm } from './login-storm.ts';
import { describeRun } from './machine.ts';
import type { Report } from './results.ts';
import { openShop } from './shop.ts';
import { MAILBOXES, measureTellingApart } from './telling-apart.ts';
import { BEHIND_PROXY, registerVisitors } from './visitors.ts';

/** Accounts whose password nobody got wrong before: a storm of right ones must not meet a limit meant for guessers. */
const FRESH = 40;

/** Whether time tells who has an account, and what a thousand logins at once cost the others. */
export async function measureLogin(seed: number): Promise<Report> {
  const run = describeRun(['fastify']);
  const shop = await openShop(BEHIND_PROXY);
  const customer = startLoad();
  try {
    await registerVisitors(shop, customer, MAILBOXES + FRESH);
    const apart = await measureTellingApart(shop, customer, seed);
    const storm = await measureStorm(shop, customer, { first: MAILBOXES, count: FRESH });
    return { kind: 'login', run, tables: [apart, ...storm] };
  } finally {
    customer.leave();
    await shop.stop();
  }
}
