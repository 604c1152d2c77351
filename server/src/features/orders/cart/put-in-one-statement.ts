import type { AddItem } from '#contract/cart.ts';
import { MAX_LINES_PER_ORDER, MAX_UNITS_PER_LINE } from '#contract/limits.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import type { Deps } from '#server/deps.ts';
import type { Shopper } from '#server/features/accounts/sessions/access-token.ts';
import { IS_OF_SESSION, toSessionValues } from '#server/features/accounts/sessions/signed-in.ts';
import { users } from '#server/features/accounts/table.ts';
import { addresses } from '#server/features/addresses/table.ts';
import { GOES_WITH } from '#server/features/catalogue/lists/goes-with.ts';
import { productSizes, products } from '#server/features/catalogue/table.ts';
import type { Database, Transaction } from '#server/platform/database/connect.ts';
import { eq, type SQL, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { toOrderItem } from '../history/to-order.ts';
import { CART_LINE, isSizeOfCartLine, parseLines } from '../list-lines.ts';
import { cartItems, carts } from './table.ts';
import { toExtraIds } from './upsert-line.ts';
import { toPricedCart, WHOLE_CART } from './whole-cart.ts';

// A press of "Add to cart" in one statement, which looks the session up too. It does what the steps of
// add-to-cart.ts do, and locks in their order, or it does nothing at all and says nothing: then they are taken, and find out why.
//
// A statement sees the tables as they were when it began. It may have waited for a lock since, so it writes only if the cart has the
// version that it saw. What no version shows, a cart or a key that was made meanwhile, the database refuses.

export const MOST_KEYS_PER_USER = 500;
const REFUSED_BY_DATABASE = /^23/;

/** Adds to a cart of one's own, if that is simple. */
export async function addInOneStatement(
  deps: Deps,
  shopper: Shopper,
  orderId: number,
  wanted: AddItem,
  key: string | undefined,
): Promise<OrderItem | undefined> {
  const add = (key ? addWithKey : addPlain)(deps.db);
  const [line] = await nothingIfRefused(() => add.execute({ ...toValues(deps, shopper, wanted, key), orderId }));
  return line && toOrderItem(parseLines([line])[0] as ReturnType<typeof parseLines>[number]);
}

/** Puts one line into one's cart, which is made if there is none, if that is simple. */
export async function startInOneStatement(
  deps: Deps,
  shopper: Shopper,
  wanted: AddItem,
  key: string | undefined,
): Promise<Order | undefined> {
  const start = (key ? startWithKey : startPlain)(deps.db);
  const [found] = await nothingIfRefused(() => start.execute(toValues(deps, shopper, wanted, key)));
  return found && toPricedCart(deps.db, found, deps.delivery.terms());
}

async function nothingIfRefused<T>(run: () => Promise<T[]>): Promise<T[]> {
  try {
    return await run();
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? error) as { code?: string };
    if (REFUSED_BY_DATABASE.test(code)) return [];
    throw error;
  }
}

const toValues = (deps: Deps, shopper: Shopper, { product, size, quantity, extras }: AddItem, key?: string) => ({
  ...toSessionValues(deps, shopper),
  product,
  size,
  quantity,
  extras: toExtraIds(extras),
  key,
});

const orderId = sql`${sql.placeholder('orderId')}::integer`;
const userId = sql`${sql.placeholder('userId')}::integer`;
const product = sql`${sql.placeholder('product')}::integer`;
const size = sql`${sql.placeholder('size')}::text`;
const quantity = sql`${sql.placeholder('quantity')}::integer`;
const extraIds = sql`${sql.placeholder('extras')}::integer[]`;
const key = sql`${sql.placeholder('key')}::uuid`;
const now = sql`${sql.placeholder('now')}::timestamptz`;

const OWN_CART = sql`
  select id, version from carts where id = ${orderId} and user_id = ${userId}
    and exists (select from sessions where ${IS_OF_SESSION})
  for no key update`;

const PERSON = sql`
  select id from users where id = ${userId}
    and exists (select from sessions where ${IS_OF_SESSION})
  for no key update`;
const CART_OF_PERSON = sql`
  select id, version from carts where user_id = (select id from person) for no key update`;
const NEW_NUMBER = sql`
  insert into order_numbers (merged_into_id) select null from wanted, person where not exists (select from known)
  returning id`;
const NEW_CART = sql`
  insert into carts (id, user_id, created_at) select number.id, person.id, ${now} from number, person returning *`;

const IS_SAME_LINE = sql`product_id = ${product} and cart_items.size = ${size} and extras = ${extraIds}`;

/** One more of what is in a cart is a line that is there already, however many there are. */
const IS_FULL = sql`
  known.version <> (select carts.version from carts where carts.id = known.id)
  or (select count(*) from cart_items where cart_id = known.id and not (${IS_SAME_LINE}))
    >= ${sql.raw(String(MAX_LINES_PER_ORDER))}
  or ${quantity} + coalesce((select cart_items.quantity from cart_items where cart_id = known.id and ${IS_SAME_LINE}), 0)
    > ${sql.raw(String(MAX_UNITS_PER_LINE))}`;

/** The bouquet, if it can be bought like this and fits into the cart. */
const WANTED = sql`
  select products.id, coalesce(product_sizes.price_pence, products.price_pence) as price_pence
  from products left join product_sizes
    on product_sizes.product_id = products.id and product_sizes.size = ${size} and product_sizes.on_sale
  where products.id = ${product} and products.status = 'on_sale'
    and (${size} = 'standard' or product_sizes.size is not null)
    and (${extraIds} = '{}' or cardinality(${extraIds})
      = (select count(*) from extras where extras.id = any(${extraIds}) and extras.on_sale and ${GOES_WITH}))
    and not exists (select from known where ${IS_FULL})`;
const WANTED_ONCE = sql`${WANTED}
    and not exists (select from idempotency_keys where user_id = ${userId} and key = ${key})`;

const LINE = sql`
  insert into cart_items (cart_id, product_id, size, quantity, extras, added_price_pence)
  select target.id, wanted.id, ${size}, ${quantity}, ${extraIds}, wanted.price_pence from target, wanted
  on conflict (cart_id, product_id, size, extras) do update set quantity = cart_items.quantity + excluded.quantity
  returning *`;
const LINES_AFTER = sql`
  select * from line union all
  select * from cart_items where cart_id = (select id from known) and id <> (select id from line)`;
const MOVED = sql`
  update carts set version = version + 1 from line where carts.id = line.cart_id returning carts.*`;

const CONSUMED = sql`
  insert into idempotency_keys (user_id, key, order_id, created_at) select ${userId}, ${key}, line.cart_id, ${now} from line`;
const FORGOTTEN = sql`
  delete from idempotency_keys where user_id = ${userId} and exists (select from line) and key in (
    select key from idempotency_keys where user_id = ${userId}
    order by created_at desc offset ${sql.raw(String(MOST_KEYS_PER_USER - 1))} for update skip locked)`;

const parts = (db: Database | Transaction, named: Record<string, SQL>) =>
  Object.entries(named).map(([name, part]) => db.$with(name, {}).as(part));

const writing = (isKeyed: boolean) => ({
  line: LINE,
  moved: MOVED,
  ...(isKeyed && { consumed: CONSUMED, forgotten: FORGOTTEN }),
});

// What comes last has the names of tables and hides them: so the tables are read as they are after it, which a statement does not see
// of itself.

const addStatement = (isKeyed: boolean) =>
  preparedFor((db) =>
    db
      .with(
        ...parts(db, {
          known: OWN_CART,
          wanted: isKeyed ? WANTED_ONCE : WANTED,
          target: sql`select id from known`,
          ...writing(isKeyed),
          cart_items: sql`select * from line`,
        }),
      )
      .select(CART_LINE)
      .from(cartItems)
      .innerJoin(products, eq(products.id, cartItems.productId))
      .leftJoin(productSizes, isSizeOfCartLine)
      .prepare(isKeyed ? 'add-line-once' : 'add-line'),
  );

const startStatement = (isKeyed: boolean) =>
  preparedFor((db) =>
    db
      .with(
        ...parts(db, {
          person: PERSON,
          known: CART_OF_PERSON,
          wanted: isKeyed ? WANTED_ONCE : WANTED,
          number: NEW_NUMBER,
          made: NEW_CART,
          target: sql`select id from known union all select id from number`,
          ...writing(isKeyed),
          cart_items: LINES_AFTER,
          carts: sql`select * from made union all select * from moved`,
        }),
      )
      .select(WHOLE_CART)
      .from(carts)
      .innerJoin(users, eq(users.id, carts.userId))
      .leftJoin(addresses, eq(addresses.id, carts.shippingAddressId))
      .prepare(isKeyed ? 'start-cart-once' : 'start-cart'),
  );

const [addPlain, addWithKey] = [addStatement(false), addStatement(true)];
const [startPlain, startWithKey] = [startStatement(false), startStatement(true)];
