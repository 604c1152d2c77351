/**
 * The SQL that writes orders as people leave them behind: for journeys, proofs and benches, which want a day or a past of them. Each
 * table is named here alone, with what every such order has in it; callers add what theirs differ in, as expressions of SQL.
 */
type Columns = Record<string, string>;

const insert = (table: string, columns: Columns, from: string): string =>
  `insert into ${table} (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')} ${from}`;

const toObject = (fields: Columns): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;

const ADDRESS: Columns = { country: `'GB'`, apartment_address: `''`, address_type: `'S'`, phone: `''` };

/** Paid for at `completed_at`. */
export const insertOrders = (
  { address, ...columns }: { address: Columns; completed_at: string; [column: string]: string | Columns },
  from: string,
): string =>
  insert(
    'orders',
    {
      version: '1',
      created_at: columns.completed_at,
      ...(columns as Columns),
      address: toObject({ ...ADDRESS, ...address }),
    },
    from,
  );

/** What was bought; `from` joins `orders` and `products`. */
export const insertItems = (columns: Columns, from: string): string =>
  insert(
    'order_items',
    {
      id: `nextval(pg_get_serial_sequence('cart_items', 'id'))`,
      order_id: 'orders.id',
      product_id: 'products.id',
      quantity: '1',
      price_pence: 'products.price_pence',
      name: 'products.name',
      picture: 'products.pictures -> 0',
      stems: 'products.stems',
      ...columns,
    },
    from,
  );

/** The goods, as the lines add up, and what delivering them cost. */
export const insertSums = (deliveryPence: number, which: string): string => `
  insert into order_sums (order_id, kind, label, pence)
  select order_id, 'goods', 'Flowers', sum(quantity * price_pence) from order_items join orders on orders.id = order_id
    where ${which} group by order_id
  union all select orders.id, 'delivery', 'Delivery', ${deliveryPence} from orders where ${which}`;

/** Captured for what the sums add up to, and settled; `name` tells the payments of one filler from another's. */
export const insertPayments = (name: string, columns: Columns, which: string): string =>
  insert(
    'payments',
    {
      order_id: 'orders.id',
      order_version: '1',
      state: `'captured'`,
      amount_pence: 'sums.pence',
      delivery_date: 'delivery_date',
      provider_order_id: `'${name}-' || orders.id`,
      invoice: `'${name}-' || orders.id`,
      capture_id: `'${name}-' || orders.id`,
      look_again_at: `now() + interval '20 years'`,
      looks: '3',
      created_at: 'completed_at',
      changed_at: 'completed_at',
      ...columns,
    },
    `from orders
      join (select order_id, sum(pence) as pence from order_sums group by order_id) as sums on sums.order_id = orders.id
      where ${which}`,
  );

/** What the desk finds them by, which a trigger writes wherever triggers are on. */
export const insertWords = (refunded: string, which: string): string => `
  insert into order_search (order_id, words, refunded)
  select orders.id, order_words(orders.id, orders.buyer, orders.address, users.email), ${refunded}
  from orders left join users on users.id = orders.user_id where ${which}`;
