import pg from 'pg';
import type { ProductSort } from '#contract/products.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { type Customer, startLoad } from '../http-client.ts';
import type { Shop } from '../shop.ts';
import { addAddress, type Person, register, startCart } from './people.ts';

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

/** A shop of some size and those who come to it. */
export type Subject = {
  shop: Shop;
  standIn: string;
  db: pg.Client;
  /** As a command at the desk is connected. */
  counter: Database;
  customer: Customer;
  /** Bouquets from anywhere, with the word that is in no other name. */
  sample: { id: number; word: string }[];
  /** Bouquets from the middle of each order, after which a page begins. */
  cursors: Record<ProductSort, number[]>;
  people: {
    reader: Person & { orders: number[] };
    adder: Person & { cart: number };
    buyer: Person & { address: number };
  };
  leave(): Promise<void>;
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
  const db = new pg.Client({ connectionString: shop.connectionString });
  // A shop that dies is noticed at the next question.
  db.on('error', () => {});
  await db.connect();
  const customer = startLoad();
  const counter = connect(shop.connectionString);
  const leave = async () => {
    customer.leave();
    await counter.$client.end();
    await db.end();
  };
  try {
    const catalogue = await readCatalogue(db);
    const [first = 0, second = 0, third = 0] = catalogue.sample.map(({ id }) => id);
    const reader = await register(shop, customer);
    await startCart(reader, [first, second, third]);
    const adder = await register(shop, customer);
    const { id: cart } = await startCart(adder, [first]);
    const buyer = await register(shop, customer);
    const people = {
      reader: { ...reader, orders: await readOrders(db, reader.userId) },
      adder: { ...adder, cart },
      buyer: { ...buyer, address: await addAddress(buyer) },
    };
    // Beside the shop, on the next port.
    const standIn = shop.url.replace(/\d+$/, (port) => String(Number(port) + 1));
    return { shop, standIn, db, counter, customer, ...catalogue, people, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}
