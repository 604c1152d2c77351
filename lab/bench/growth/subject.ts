import pg from 'pg';
import type { ProductSort } from '#contract/products.ts';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { makeClient, type Client as Provider } from '../../../paypal-stand-in/testing/test-stand-in.ts';
import { type Customer, createCustomer } from '../../rig/customer.ts';
import { type HttpClient, openHttpClient } from '../../rig/http-client.ts';
import type { Shop } from '../../rig/shop.ts';

const SAMPLE = 200;
const CURSORS = 20;
const READERS_ORDERS = 5;
const DESK_ORDERS = 20;
/** A day with as many orders at each size. */
export const DESK_DAY = '2031-03-04';

const RANK = {
  new: 'id desc',
  price: 'price_pence, id',
  '-price': 'price_pence desc, id desc',
  name: 'lower(name), id',
};

export type Subject = AsyncDisposable & {
  shop: Shop;
  provider: Provider;
  db: pg.Client;
  /** As a command at the desk is connected. */
  counter: Database;
  client: HttpClient;
  /** Bouquets from anywhere, with the word that is in no other name. */
  sample: { id: number; word: string }[];
  /** Bouquets from the middle of each order, after which a page begins. */
  cursors: Record<ProductSort, number[]>;
  people: { reader: Customer & { orders: number[] }; adder: Customer & { cart: number }; buyer: Customer };
};

async function listIds(db: pg.Client, query: string, values: unknown[] = []): Promise<number[]> {
  return (await db.query<{ id: number }>(query, values)).rows.map(({ id }) => id);
}

async function readCatalogue(db: pg.Client): Promise<Pick<Subject, 'sample' | 'cursors'>> {
  const { rows: sample } = await db.query<{ id: number; word: string }>(
    `select id, lower(substring(name from '\\S+$')) as word from products
     where item_code like 'GROWTH-%' and id % (select greatest(1, count(*) / ${SAMPLE}) from products) = 0
     order by md5(name)`,
  );
  const middle = (sort: ProductSort) =>
    listIds(
      db,
      `select id from products order by ${RANK[sort]}
       offset (select count(*) * 2 / 5 from products) limit ${CURSORS}`,
    );
  const cursors = {
    new: await middle('new'),
    price: await middle('price'),
    '-price': await middle('-price'),
    name: await middle('name'),
  };
  return { sample, cursors };
}

/** The reader takes over a few of the oldest orders; the desk has a day with as many at each size. */
async function readOrders(db: pg.Client, userId: number): Promise<number[]> {
  const [booked] = await listIds(db, `select id from orders where delivery_date = $1 limit 1`, [DESK_DAY]);
  if (booked === undefined) {
    await db.query(
      `update orders set delivery_date = $1
       where id in (select id from orders where status = 'C' order by id desc limit ${DESK_ORDERS})`,
      [DESK_DAY],
    );
  }
  return listIds(
    db,
    `update orders set user_id = $1
     where id in (select id from orders where status = 'C' order by id limit ${READERS_ORDERS}) returning id`,
    [userId],
  );
}

/** Someone who has bought before and has a cart, someone who fills one, and someone who pays. */
export async function toSubject(shop: Shop): Promise<Subject> {
  await using opening = new AsyncDisposableStack();
  const db = new pg.Client({ connectionString: shop.connectionString });
  opening.defer(() => db.end());
  // A shop that dies is noticed at the next question.
  db.on('error', () => {});
  await db.connect();
  const counter = connect(shop.connectionString);
  opening.defer(() => counter.$client.end());
  const client = opening.use(openHttpClient({ origin: shop.url, maxSockets: 1 }));
  const catalogue = await readCatalogue(db);
  const [first = 0, second = 0, third = 0] = catalogue.sample.map(({ id }) => id);
  const reader = await createCustomer(client);
  await reader.startCart(first, second, third);
  const adder = await createCustomer(client);
  const { id: cart } = await adder.startCart(first);
  const buyer = await createCustomer(client);
  await buyer.requireAddress();
  const people = {
    reader: { ...reader, orders: await readOrders(db, reader.userId) },
    adder: { ...adder, cart },
    buyer,
  };
  // Beside the shop, on the next port.
  const provider = await makeClient(shop.url.replace(/\d+$/, (port) => String(Number(port) + 1)));
  const all = opening.move();
  return { shop, provider, db, counter, client, ...catalogue, people, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
