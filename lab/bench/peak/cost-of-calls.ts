import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '#contract/orders.ts';
import type { Customer } from '../../rig/customer.ts';
import { countCpu } from '../../rig/processes.ts';
import { withClient } from '../../rig/run-query.ts';
import { clearResponseCache } from '../clear-response-cache.ts';
import type { PeakShop } from './open-peak-shop.ts';
import { type Kind, type Single, singlesPerOrder } from './traffic-model.ts';
import type { Visitors } from './visitors.ts';

/** Processor time of one call. */
export type Cost = { shopUs: number; postgresUs: number };

const EACH_MS = 1_500;
const PEOPLE = 20;
const READS = 5;
/** Letters, the webhook and other jobs that a call leaves behind. */
const AFTER_MS = 2_500;

type Buyer = { customer: Customer; cart: Order; payment: string };

/** What a call of each kind costs, one at a time, with what it leaves to be done afterwards. */
export async function measureCosts({ shop, provider }: PeakShop, visitors: Visitors): Promise<Map<Kind, Cost>> {
  const costs = new Map<Kind, Cost>();
  const measure = async (kind: Kind, act: () => Promise<number>, afterMs = 0): Promise<void> => {
    const spent = countCpu([shop.pid], shop.dataDir);
    const calls = await act();
    await sleep(afterMs);
    const { serverUs, postgresUs } = spent();
    costs.set(kind, { shopUs: serverUs / calls, postgresUs: postgresUs / calls });
  };
  const due = () => ({ hour: 0, lateMs: 0, tape: [] });
  const sendFor = async (kind: Single, ms: number): Promise<number> => {
    let calls = 0;
    for (const deadline = Date.now() + ms; Date.now() < deadline; calls++) await visitors.sendSingle(kind, due());
    return calls;
  };
  for (const kind of Object.keys(singlesPerOrder(visitors.files)) as Single[])
    await measure(kind, () => sendFor(kind, EACH_MS));

  const buyers: Buyer[] = [];
  /** Each of them one after the other, so many calls each. */
  const each =
    (act: (buyer: Buyer) => Promise<unknown>, calls = 1) =>
    async (): Promise<number> => {
      for (const buyer of buyers) await act(buyer);
      return buyers.length * calls;
    };
  const readOften = (path: (buyer: Buyer) => string) =>
    each(async (buyer) => {
      for (let time = 0; time < READS; time++) await buyer.customer.call(200, 'GET', path(buyer));
    }, READS);
  const register = async () => {
    while (buyers.length < PEOPLE)
      buyers.push({ customer: (await visitors.register(due())).customer, cart: {} as Order, payment: '' });
    return buyers.length;
  };
  const startCart = async (buyer: Buyer) => {
    buyer.cart = await buyer.customer.startCart(visitors.bouquet());
  };
  const changeCart = ({ customer, cart: { id, order_items } }: Buyer) =>
    customer.call(200, 'PATCH', `/api/user/orders/${id}/order-items/${order_items[0]?.id}/`, { quantity: 2 });
  const writeAddress = async (buyer: Buyer) => {
    const { customer, cart } = buyer;
    await customer.writeNote(cart.id, 'With love');
    buyer.cart = await customer.chooseAddress(cart.id, await customer.requireAddress());
  };
  const openPayment = async (buyer: Buyer) => {
    buyer.payment = await buyer.customer.openPayment(buyer.cart);
  };
  const capture = async ({ customer, cart, payment }: Buyer) => {
    await provider.approve(payment);
    await customer.capture(cart.id, payment);
  };
  await measure('register', register, AFTER_MS);
  await measure(
    'log in',
    each(({ customer }) => customer.logIn()),
  );
  await measure('start a cart', each(startCart));
  await measure(
    'read the cart',
    readOften(() => '/api/user/orders/?status=P'),
  );
  await measure('change the cart', each(changeCart));
  await measure('address and note', each(writeAddress, 3));
  await measure('open the payment', each(openPayment));
  await measure('capture', each(capture), AFTER_MS);
  await measure(
    'read the order',
    readOften(({ cart }) => `/api/user/orders/${cart.id}/`),
  );
  return costs;
}

/** What a page costs that is drawn and compressed for the first time since the catalogue changed: the mean of all. */
export async function measureDrawing({ shop }: PeakShop, { pages, fetchPage }: Visitors): Promise<Cost> {
  await withClient(shop.connectionString, clearResponseCache);
  await sleep(AFTER_MS);
  const spent = countCpu([shop.pid], shop.dataDir);
  for (const path of pages) await fetchPage(path);
  const { serverUs, postgresUs } = spent();
  return { shopUs: serverUs / pages.length, postgresUs: postgresUs / pages.length };
}
