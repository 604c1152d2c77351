import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop } from '#server/testing/test-shop.ts';

let shop: Awaited<ReturnType<typeof openTestShop>>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const RANDOM = 'a random key, which nobody else has';
const UPSERT = 'a second write changes the row of the first';

/**
 * Every unique index besides primary keys, and what becomes of the second of two who write the same. None may be an answer of 500: a
 * new index has to say here how that is.
 */
const SECOND_WRITE: Record<string, string> = {
  users_username_key: 'refused at its field, by mapUniqueViolation: registering, the profile, a made-up name',
  users_email_key: 'refused at its field, by mapUniqueViolation: registering, confirming a new address',
  confirmation_keys_hash: RANDOM,
  login_codes_link: RANDOM,
  staff_sessions_hash: RANDOM,
  swaps_hash: RANDOM,
  wish_list_links_token_unique: RANDOM,
  products_itemCode_unique: 'refused in words: the desk locks the names, and an import keeps the desk out',
  extras_code_unique: UPSERT,
  promo_codes_code_unique: 'refused in words, by addCode: the desk and the command line',
  carts_one_per_person:
    'put into the cart that is there, the person being locked; a payment that fails is merged into it',
  cart_items_one_line: 'added to the line that is there: adding, merging, ordering again, the cart being locked',
  orders_one_replacement:
    'the order being locked, the desk is told that it is replaced already, and a claim is kept for a person',
  claims_one_per_order: 'answered with the claim that is there, the order being locked',
  payments_one_live: 'the cart being locked, the older is superseded; money taken by it waits for the newer one',
  payments_by_provider_order: 'PayPal names each order once, and a payment opens one',
  payments_by_capture: 'PayPal names each capture once, and it is recorded for the payment of its order',
  refunds_providerRefundId_unique:
    'the payment being locked, a refund that PayPal tells of is looked for among ours by its mark and its id',
  reminders_same: 'adding changes the one that is there; changing into it is refused in words, the person being locked',
  reviews_one_each: UPSERT,
  runs_one_number: 'answered with the run that is there',
  staff_email_key: 'invited anew, unless they work here: then refused in words',
};

test('two who write the same are both answered', async () => {
  const { rows } = await shop.deps.db.$client.query<{ name: string }>(`
    select index.relname as name from pg_index
    join pg_class as index on index.oid = indexrelid
    join pg_namespace on pg_namespace.oid = index.relnamespace
    where indisunique and not indisprimary and nspname = 'public' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(SECOND_WRITE).toSorted());
});
