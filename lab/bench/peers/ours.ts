import { join } from 'node:path';
import { nextDelivery } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { readConfig } from '#server/config.ts';
import { type Client, makeClient } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { type Account, makeAccounts, SECRET } from '../../rig/accounts.ts';
import { firstAnswer } from '../../rig/children.ts';
import { purchaseSteps } from '../../rig/customer.ts';
import { shopSettings, spawnServer } from '../../rig/shop.ts';
import { type Bouquet, makeSearches } from './bouquets.ts';
import { CACHE, PORTS } from './cache-and-ports.ts';
import type { Call, Subject } from './calls.ts';
import { type Connection, readJson } from './open-connection.ts';
import type { Postgres } from './postgres.ts';

const PROVIDER = `http://127.0.0.1:${PORTS.provider}`;
const ORDERS = '/api/user/orders/';
/** Each takes nineteen more of one bouquet. */
const CARTS = 1_000;

export function ourSettings(databaseUrl: string): NodeJS.ProcessEnv {
  return {
    ...shopSettings(join(CACHE, 'ours'), PORTS.ours),
    DATABASE_URL: databaseUrl,
    JWT_SECRET: SECRET,
    PAYPAL_STAND_IN_PORT: String(PORTS.provider),
  };
}

/** Starts our shop as `npm start` does and counts the milliseconds to its first answer; the pretended PayPal is up too. */
export async function startOurs(databaseUrl: string): Promise<Pick<Subject, 'url' | 'pid' | 'coldStartMs' | 'stop'>> {
  const { url, child, isOpen } = spawnServer(join(CACHE, 'ours'), PORTS.ours, ourSettings(databaseUrl));
  const coldStartMs = await isOpen;
  await firstAnswer(child, `${PROVIDER}/standin/ledger`);
  return { url, pid: child.pid, coldStartMs, stop: child.stop };
}

const send = (connection: Connection, { token }: Account, method: string, path: string, body?: unknown) =>
  connection.send({ method, path, headers: { authorization: `Bearer ${token}` }, body });

async function buy(connection: Connection, provider: Client, account: Account, product: number): Promise<void> {
  const call = async <T>(_status: number, method: string, path: string, body?: unknown) =>
    readJson<T>(await send(connection, account, method, path, body));
  const steps = purchaseSteps(call);
  const { id } = await steps.startCart(product);
  await steps.chooseAddress(id, account.address);
  const day = { delivery_date: nextDelivery(new Date()).day };
  const order = await call<Order>(200, 'PATCH', `${ORDERS}${id}/update-delivery-date/`, day);
  const payment = await steps.openPayment(order);
  await provider.approve(payment);
  const state = await steps.capture(id, payment);
  if (state !== 'paid') throw new Error(`Our order ${id} is ${state}.`);
}

export async function openOurs(postgres: Postgres, database: string, bouquets: Bouquet[]): Promise<Subject> {
  const databaseUrl = postgres.urlOf(database);
  const started = await startOurs(databaseUrl);
  const provider = await makeClient(PROVIDER);
  const query = <T extends object>(text: string, values?: unknown[]) => postgres.query<T>(text, values, database);
  const accounts = await makeAccounts(query, readConfig(ourSettings(databaseUrl)));
  const onSale = await query<{ id: number }>(`select id from products where status = 'on_sale' order by id`);
  const nextSearch = makeSearches(bouquets);
  let [turn, guest, carts] = [0, 0, [] as number[]];
  const nextProduct = () => onSale[turn++ % onSale.length]?.id ?? 1;

  const prepare = async (call: Call) => {
    await accounts.renew();
    guest = 0;
    carts = await accounts.emptyCarts(call.includes('existing') || call === 'cart read' ? CARTS : 0);
  };
  const visit = async (call: Call, connection: Connection) => {
    const putIntoNew = () => {
      const items = { order_items: [{ product: nextProduct(), quantity: 1 }] };
      return send(connection, accounts.at(guest++), 'POST', ORDERS, items);
    };
    const inCart = (act: (account: Account, cart: number) => Promise<unknown>) => {
      const number = guest++ % CARTS;
      return act(accounts.at(number), carts[number] ?? 0);
    };
    const [first = { id: 1 }] = onSale;
    const acts: Record<Call, () => Promise<unknown>> = {
      'list of 24': () => connection.send({ path: '/api/products/?limit=24' }),
      detail: () => connection.send({ path: `/api/products/${nextProduct()}/` }),
      'substring search': () => {
        const { word, limit } = nextSearch();
        return connection.send({ path: `/api/products/?search=${encodeURIComponent(word)}&limit=${limit}` });
      },
      'add, new cart': putIntoNew,
      'add, existing cart': () =>
        inCart((account, cart) =>
          send(connection, account, 'POST', `${ORDERS}${cart}/order-items/`, { product: first.id, quantity: 1 }),
        ),
      'cart read': () => inCart((account, cart) => send(connection, account, 'GET', `${ORDERS}${cart}/`)),
      'whole checkout': () => buy(connection, provider, accounts.at(guest++), nextProduct()),
    };
    return acts[call];
  };
  return { ...started, name: 'ours', database, prepare, visit };
}
