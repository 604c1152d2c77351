import { type Customer, createCustomer } from '../../rig/customer.ts';
import { getOk, openHttpClient, retryWhenBusy } from '../../rig/http-client.ts';
import { SHOP, type TestEnvironment } from '../test-environment.ts';

const WORDS = ['tulip', 'rose', 'white', 'spring', 'pink', 'wild'];
const POLLS = 60;

/** The one call that takes long by design: it hashes a password. */
export const REGISTER = '/api/user/register/';

/** As a browser has it: connections that stay open, and a request that is refused for now is repeated. */
export const openBrowserClient = () => retryWhenBusy(openHttpClient({ origin: SHOP, maxSockets: 6 }));
type BrowserClient = ReturnType<typeof openBrowserClient>;

/** From the front page to the order in the history, with the requests that the pages send. The id of the order. */
export async function walkThrough(
  { provider }: TestEnvironment,
  client: BrowserClient,
  product: number,
): Promise<number> {
  await getOk(client, '/');
  await getOk(client, '/product');
  const customer: Customer = await createCustomer(client);
  const get = (path: string) => customer.call(200, 'GET', path);
  await get('/api/products/?limit=24');
  await get(`/api/products/?search=${WORDS[customer.number % WORDS.length]}`);
  await getOk(client, `/product/${product}`);
  const id = await customer.buy(provider, { product, note: `With love from ${customer.number}` }, POLLS);
  await get(`/api/user/orders/${id}/`);
  const history = JSON.stringify(await get('/api/user/orders/'));
  if (!history.includes(`"id":${id},`)) throw new Error(`Order ${id} is not in the history: ${history.slice(0, 300)}`);
  return id;
}
