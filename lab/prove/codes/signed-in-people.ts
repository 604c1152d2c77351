import type { Config } from '#server/config.ts';
import { writeAccessToken } from '#server/features/accounts/sessions/access-token.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { fromNewNetwork, purchaseSteps } from '../../rig/customer.ts';
import { type HttpClient, requireStatus } from '../../rig/http-client.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

/** The shop must be opened with it: the tokens of these people are signed with it. */
export const SECRET = 'a secret of the proof, at least thirty-two characters long';

/** Of the settings a token needs the address alone. */
const SIGNING = {
  config: { publicUrl: SHOP } as Config,
  clock: { now: () => new Date() },
  secrets: deriveSecrets(SECRET),
};
/** Of ten minutes that a token is good for. */
const RENEW_AFTER_MS = 5 * 60_000;

type Row = { user: number; session: string; cart: number };

const MAKE = `
  with made as (
    insert into users (username, username_key, email, email_key, first_name, last_name, password_hash,
      email_confirmed_at, created_at)
    select name, name, name || '@example.org', name || '@example.org', 'Ada', 'Lovelace', 'nobody logs in with it',
      now(), now()
    from (select 'ada-' || gen_random_uuid() as name from generate_series(1, $1::int)) as named
    returning id
  ), met as (
    insert into sessions (user_id, remember, device, created_at, last_used_at, expires_at, ends_at)
    select id, true, 'the proof', now(), now(), now() + interval '1 day', now() + interval '1 day' from made
    returning id, user_id
  ), lives as (
    insert into addresses (user_id, city, street_address, apartment_address, postal_code, recipient_name, created_at)
    select id, 'York', '12 Gillygate', 'Flat 3', 'YO31 7EQ', 'Nell Whitcombe', now() from made
    returning id, user_id
  ), owners as (select id, user_id, row_number() over () as number from lives),
  numbers as (insert into order_numbers (merged_into_id) select null from owners returning id),
  given as (select id, row_number() over () as number from numbers),
  filled as (
    insert into carts (id, user_id, shipping_address_id, created_at)
    select given.id, owners.user_id, owners.id, now() from given join owners using (number) returning id, user_id
  ), lines as (
    insert into cart_items (cart_id, product_id, quantity)
    select id, (select min(id) from products where status = 'on_sale'), 1 from filled
  )
  select met.user_id as user, met.id as session, filled.id as cart from met join filled using (user_id) order by 1`;

/** Someone who is signed in and has a bouquet and an address in the cart. */
export type SignedIn = ReturnType<typeof toPerson>;

/** So many people, without a password to hash for each. */
export async function makePeople({ query }: TestEnvironment, client: HttpClient, count: number): Promise<SignedIn[]> {
  return (await query<Row>(MAKE, [count])).map((row) => toPerson(client, row));
}

function toPerson(client: HttpClient, { user: userId, session: sessionId, cart }: Row) {
  const network = fromNewNetwork();
  let [token, signedAt] = ['', Number.NEGATIVE_INFINITY];
  const call = async <T>(status: number, method: string, path: string, body?: unknown): Promise<T> => {
    if (performance.now() - signedAt > RENEW_AFTER_MS) {
      token = await writeAccessToken(SIGNING, { userId, sessionId });
      signedAt = performance.now();
    }
    const headers = { authorization: `Bearer ${token}`, ...network };
    return JSON.parse(requireStatus(status, { method, path }, await client.send({ method, path, body, headers })).text);
  };
  return { cart, call, ...purchaseSteps(call) };
}
