import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpClient } from '../../rig/http-client.ts';
import { createAccount, type TestAccount } from '../input/accounts.ts';
import type { TestEnvironment } from '../test-environment.ts';

/** The account whose token the attackers have, and what they must not change. */
export type AttackedAccounts = Disposable & {
  env: TestEnvironment;
  attacker: TestAccount;
  /** What the attackers must not change, each by its name. */
  look(): Promise<Record<string, string>>;
};

/** How often the rate limits are cleared: a refused attack tries nothing. */
const CLEAR_EVERY_MS = 300;

/** What no customer can change by any call; sums of sales and stars may change. */
const WATCHED = {
  bouquets: `select to_jsonb(products) - 'sold' - 'rating_sum' - 'review_count' as row from products order by id`,
  // Those of bouquets: a photo that waits for its bouquet was brought by an owner.
  pictures: `select picture, format, width, md5(bytes) from picture_files
    where exists (select from products where pictures::text like '%' || picture || '%') order by 1, 2, 3`,
  tables: `select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' order by 1, 2`,
  roles: 'select rolname, rolsuper from pg_roles order by 1',
  functions: `select proname from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
};

const OF_ONE = {
  'the account of another': 'select * from users where id = $1',
  'the addresses of another': 'select * from addresses where user_id = $1 order by id',
  'the orders of another': 'select * from orders where user_id = $1 order by id',
  'the cart of another': 'select * from carts where user_id = $1',
  'the lines of the cart of another': `select cart_items.* from cart_items join carts on carts.id = cart_id
    where user_id = $1 order by cart_items.id`,
  'the lines of another': `select order_items.* from order_items join orders on orders.id = order_id
    where user_id = $1 order by order_items.id`,
};

const UNCHANGED_MS = 3_000;

/** A shop that has just opened is still storing the pictures of sizes: nobody has attacked it yet. */
async function awaitPictures({ query }: TestEnvironment): Promise<void> {
  const count = async () => JSON.stringify(await query('select count(*) from picture_files'));
  for (let before = ''; ; await sleep(UNCHANGED_MS)) {
    const now = await count();
    if (now === before) return;
    before = now;
  }
}

export async function watchAccounts(env: TestEnvironment, client: HttpClient): Promise<AttackedAccounts> {
  await awaitPictures(env);
  const attacker = await createAccount(env, client);
  const bystander = await createAccount(env, client);
  const [user] = await env.query<{ id: number }>('select id from users where email = $1', [bystander.customer.email]);
  // Only people whose e-mail address is confirmed may review.
  await env.query('update users set email_confirmed_at = now() where email = $1', [attacker.customer.email]);
  const clearLimits = async () => {
    await env.query('delete from throttles');
    // An account may have only so many addresses.
    await env.query(
      `delete from addresses where id in (
        select addresses.id from addresses join users on users.id = user_id where email = $1
        order by addresses.id desc offset 20)
        and id not in (select shipping_address_id from orders where shipping_address_id is not null
          union all select shipping_address_id from carts where shipping_address_id is not null)`,
      [attacker.customer.email],
    );
  };
  let isOver = false;
  void (async () => {
    for (; !isOver; await sleep(CLEAR_EVERY_MS)) await clearLimits().catch(() => {});
  })();
  return {
    env,
    attacker,
    async look() {
      const rows = [
        ...Object.entries(WATCHED).map(async ([name, query]) => [name, await env.query(query)]),
        ...Object.entries(OF_ONE).map(async ([name, query]) => [name, await env.query(query, [user?.id])]),
      ];
      const seen = (await Promise.all(rows)) as [string, object[]][];
      return Object.fromEntries(seen.map(([name, list]) => [name, JSON.stringify(list)]));
    },
    [Symbol.dispose]: () => {
      isOver = true;
    },
  };
}

export const compare = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(before)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} changed: ${before[name]?.slice(0, 200)} → ${after[name]?.slice(0, 200)}`);
