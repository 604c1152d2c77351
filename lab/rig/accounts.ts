import type { Config } from '#server/config.ts';
import { writeAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';

export const SECRET = 'a secret of the bench, at least thirty-two characters long';
/** More than one round uses: each new cart needs an account that has none yet. */
export const HOW_MANY = 8_000;
/** Of ten minutes that a token is good for. */
const RENEW_AFTER_MS = 4 * 60_000;

export type Account = { token: string; address: number };

type Row = { user: number; session: string; address: number };
type Query = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>;

const MAKE = `
  with made as (
    insert into users (username, username_key, email, email_key, first_name, last_name, password_hash,
      email_confirmed_at, created_at)
    select name, name, name || '@example.org', name || '@example.org', 'Ada', 'Lovelace', 'nobody logs in with it',
      now(), now()
    from (select 'ada-' || number as name from generate_series(1, $1::int) as number) as named
    returning id
  ), met as (
    insert into sessions (user_id, remember, device, created_at, last_used_at, expires_at, ends_at)
    select id, true, 'the bench', now(), now(), now() + interval '1 day', now() + interval '1 day' from made
    returning id, user_id
  ), lives as (
    insert into addresses (user_id, city, street_address, apartment_address, postal_code, recipient_name, created_at)
    select id, 'York', '12 Gillygate', 'Flat 3', 'YO31 7EQ', 'Nell Whitcombe', now() from made
    returning id, user_id
  )
  select met.user_id as user, met.id as session, lives.id as address from met join lives using (user_id) order by 1`;

/** People who are signed in and have an address, without a password to hash for each. */
export async function makeAccounts(query: Query, config: Config) {
  const rows = await query<Row>(MAKE, [HOW_MANY]);
  await query('analyze users, sessions, addresses');
  const secrets = deriveSecrets(SECRET);
  const clock = { now: () => new Date() };
  let accounts: Account[] = [];
  let signedAt = Number.NEGATIVE_INFINITY;

  return {
    /** Everybody's token is good for a while from here on. */
    async renew(): Promise<void> {
      if (performance.now() - signedAt < RENEW_AFTER_MS) return;
      signedAt = performance.now();
      const signed = rows.map(async ({ user: userId, session: sessionId, address }) => {
        const token = await writeAccessToken({ config, clock, secrets }, { userId, sessionId });
        return { token, address };
      });
      accounts = await Promise.all(signed);
    },
    at(number: number): Account {
      const account = accounts[number];
      if (!account) throw new Error(`More than ${HOW_MANY} accounts were needed.`);
      return account;
    },
    /** Only the first so many accounts have a cart, with one bouquet in it; the ids of these carts. */
    async emptyCarts(filled = 0): Promise<number[]> {
      await query('delete from carts');
      const users = rows.slice(0, filled).map(({ user }) => user);
      const carts = await query<{ id: number }>(
        `with owners as (select id, row_number() over () as number from unnest($1::int[]) as id),
         numbers as (insert into order_numbers (merged_into_id) select null from owners returning id),
         given as (select id, row_number() over () as number from numbers),
         made as (
           insert into carts (id, user_id, created_at)
           select given.id, owners.id, now() from given join owners using (number) returning id, user_id
         ), filled as (
           insert into cart_items (cart_id, product_id, quantity)
           select id, (select min(id) from products where status = 'on_sale'), 1 from made
         )
         select id from made order by user_id`,
        [users],
      );
      return carts.map(({ id }) => id);
    },
  };
}
