import type { Order } from '#contract/orders.ts';
import { type Customer, createCustomer, listOnSale } from '../../rig/customer.ts';
import { getOk, type HttpClient, type HttpRequest, requireStatus } from '../../rig/http-client.ts';
import { newSearches } from '../search-words.ts';
import type { PeakShop } from './open-peak-shop.ts';
import { kindOf, sendOnTape, type Tape } from './tape.ts';
import { MODEL, type Single, type Visit } from './traffic-model.ts';

/** When somebody comes: in which hour of the day, how late the sender was with it, and where it is written down. */
export type Due = { hour: number; lateMs: number; tape: Tape };
export type Visitors = Awaited<ReturnType<typeof createVisitors>>;

const COMPRESSED = { 'accept-encoding': 'br' };
/** The shop limits how often somebody logs in. */
const LOGINS_EACH = 3;
/** Of the home page, on a desktop. */
const PICTURES_IN_VIEW = 5;

/** Everybody who comes: what each of them sends, and whom the shop knows by now. */
export async function createVisitors({ provider, desk }: PeakShop, client: HttpClient) {
  const bouquets = await listOnSale(client);
  const files = listFiles((await getOk(client, '/')).text);
  const nextSearch = newSearches(bouquets.map(({ name }) => name));
  /** Who has an account and is not here just now: the next to log in is the one who left first. */
  const known: Person[] = [];
  let [turn, presses] = [0, 0];
  const bouquet = () => bouquets[turn++ % bouquets.length]?.id ?? 0;

  const singles: Record<Single, () => HttpRequest> = {
    'home page': () => ({ path: '/', headers: COMPRESSED }),
    'list page': () => ({ path: '/product', headers: COMPRESSED }),
    'bouquet page': () => ({ path: `/product/${bouquet()}`, headers: COMPRESSED }),
    file: () => ({ path: files[turn++ % files.length] ?? '/', headers: COMPRESSED }),
    'search, known word': () => ({ path: '/api/products/?search=rose&limit=51' }),
    'search, new word': () => ({ path: nextSearch() }),
    'desk, sheet': () => ({ path: '/api/desk/today/', headers: desk.headers }),
    'desk, press': () => {
      const place = presses++;
      const order = desk.orders[Math.floor(place / 2) % desk.orders.length];
      const path = `/api/desk/orders/${place % 2 === 0 ? 'tie' : 'take-back'}/`;
      return { path, headers: desk.headers, body: { orders: [order] } };
    },
  };

  const register = (due: Due) => createPerson(client, due);
  const logIn = async (due: Due): Promise<Person> => {
    const person = known.shift();
    if (!person) return register(due);
    person.comes(due);
    await person.customer.logIn();
    return person;
  };

  const pay = async (customer: Customer, id: number): Promise<void> => {
    await customer.writeNote(id, 'With love');
    const order = await customer.chooseAddress(id, await customer.requireAddress());
    const payment = await customer.openPayment(order);
    await provider.approve(payment);
    await customer.capture(id, payment);
    for (let read = 0; read < MODEL.orderReads; read++) await customer.call(200, 'GET', `/api/user/orders/${id}/`);
  };

  const pages = ['/', '/product', ...bouquets.map(({ id }) => `/product/${id}`)];
  return {
    files: files.length,
    /** The pages that everybody sees, as a browser asks for them. */
    pages,
    fetchPage: async (path: string): Promise<void> => {
      requireStatus(200, { path }, await client.send({ path, headers: COMPRESSED }));
    },
    bouquet,
    register,
    sendSingle: (kind: Single, due: Due) => sendOnTape(client, singles[kind](), { kind, ...due }),
    async fillCart(visit: Visit, due: Due): Promise<void> {
      const person = await (visit.endsWith('new') ? register(due) : logIn(due));
      const { customer } = person;
      const { id } = await customer.startCart(bouquet());
      let cart: Order | undefined;
      for (let read = 0; read < MODEL.cartReads; read++)
        [cart] = await customer.call<Order[]>(200, 'GET', '/api/user/orders/?status=P');
      const [line] = cart?.order_items ?? [];
      const quantity = line?.quantity === 1 ? 2 : 1;
      await customer.call(200, 'PATCH', `/api/user/orders/${id}/order-items/${line?.id}/`, { quantity });
      if (visit.startsWith('buys')) await pay(customer, id);
      if (person.visits() <= LOGINS_EACH) known.push(person);
    },
  };
}

type Person = { customer: Customer; comes(due: Due): void; visits(): number };

/** Somebody new. The first request after they have come waits since they should have. */
async function createPerson(client: HttpClient, due: Due): Promise<Person> {
  let [now, visits] = [due, 1];
  const send: HttpClient['send'] = (request) => {
    const { lateMs } = now;
    now = { ...now, lateMs: 0 };
    return sendOnTape(client, request, { ...now, kind: kindOf(request), lateMs });
  };
  const customer = await createCustomer({ ...client, send });
  const comes = (next: Due) => {
    now = next;
    visits++;
  };
  return { customer, comes, visits: () => visits };
}

/** What a browser fetches with its first page: scripts, letters, icon, manifest, and the pictures that are in view. */
function listFiles(html: string): string[] {
  const named = [...html.matchAll(/"(\/(?:assets\/[^" ]+|favicon\.svg|site\.webmanifest))"/g)];
  const pictures = [...html.matchAll(/<img[^>]+src="(\/pictures\/[^"]+)"/g)].slice(0, PICTURES_IN_VIEW);
  return [...new Set([...named, ...pictures].map(([, address = '']) => address))];
}
