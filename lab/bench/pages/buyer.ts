import { setTimeout as sleep } from 'node:timers/promises';
import type { Tokens } from '#contract/accounts.ts';
import { type Client, makeClient } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { findPort } from '../../rig/children.ts';
import { createCustomer, listOnSale } from '../../rig/customer.ts';
import { openHttpClient } from '../../rig/http-client.ts';
import { openShop, type Shop } from '../../rig/shop.ts';

const BOUQUETS_IN_CART = 3;
const TIMEOUT_MS = 60_000;

export type ShopWithTill = Shop & { provider: Client };

/** A customer with three bouquets in the cart and one paid order. New tokens are good for ten minutes. */
export type Buyer = { paidOrder: number; signIn(): Promise<Tokens> };

export async function openShopWithTill(root?: string): Promise<ShopWithTill> {
  const port = await findPort();
  const shop = await openShop({ PAYPAL_STAND_IN_PORT: String(port) }, root);
  // The stand-in opens a moment after the shop.
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(100)) {
    const provider = await makeClient(`http://127.0.0.1:${port}`).catch(() => undefined);
    if (provider) return { ...shop, provider };
  }
  await shop.stop();
  throw new Error(`No stand-in for PayPal answers on port ${port}.`);
}

export async function openBuyer({ url, provider }: ShopWithTill): Promise<Buyer> {
  const client = openHttpClient({ origin: url, keepAlive: false });
  const customer = await createCustomer(client);
  const products = (await listOnSale(client)).slice(0, BOUQUETS_IN_CART).map(({ id }) => id);
  const paidOrder = await customer.buy(provider, { product: products[0] });
  await customer.startCart(...products);
  const signIn = async () => {
    await customer.logIn();
    return customer.tokens();
  };
  return { paidOrder, signIn };
}
