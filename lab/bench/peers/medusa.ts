import { type Bouquet, makeSearches } from './bouquets.ts';
import type { Call, Subject } from './calls.ts';
import { type Connection, readJson } from './open-connection.ts';
import type { Postgres } from './postgres.ts';
import { startPeer } from './start-peer.ts';

const LISTED = 'id,title,handle,description,thumbnail,*variants.calculated_price';
const ADDRESS = {
  first_name: 'Nell',
  last_name: 'Whitcombe',
  address_1: '12 Gillygate',
  city: 'York',
  postal_code: 'YO31 7EQ',
  country_code: 'gb',
};

type Cart = { cart: { id: string } };
type Collection = { payment_collection: { id: string } };

/** What a browser would know after its first page. */
async function readKeys(postgres: Postgres, database: string) {
  const query = <T extends object>(text: string) => postgres.query<T>(text, [], database);
  const [keys] = await query<{ token: string; region: string; option: string }>(
    `select (select token from api_key where title = 'Shop') as token,
       (select id from region where name = 'UK') as region, (select id from shipping_option) as option`,
  );
  const products = await query<{ id: string; variant: string }>(
    `select product.id, product_variant.id as variant from product
     join product_variant on product_variant.product_id = product.id order by product.created_at, product.id`,
  );
  if (!keys || products.length === 0) throw new Error('Medusa has no bouquets.');
  return { ...keys, products };
}

export async function openMedusa(postgres: Postgres, database: string, bouquets: Bouquet[]): Promise<Subject> {
  const { token, region, option, products } = await readKeys(postgres, database);
  const headers = { 'x-publishable-api-key': token };
  const listed = `region_id=${region}&fields=${LISTED}`;
  const fetchList = (connection: Connection) =>
    connection.send({ path: `/store/products?limit=24&${listed}`, headers });
  const started = await startPeer('medusa', postgres.urlOf(database), fetchList);
  const nextSearch = makeSearches(bouquets);
  let [turn, buyer] = [0, 0];
  const next = () => products[turn++ % products.length] ?? { id: '', variant: '' };

  const visit = async (call: Call, connection: Connection) => {
    const get = (path: string) => connection.send({ path: `/store${path}`, headers });
    const post = async <T>(path: string, body: unknown) =>
      readJson<T>(await connection.send({ path: `/store${path}`, headers, body }));
    const fill = (variant: string) =>
      post<Cart>('/carts', { region_id: region, items: [{ variant_id: variant, quantity: 1 }] });
    const buy = async () => {
      const { cart } = await fill(next().variant);
      const who = { email: `ada-${++buyer}@example.org`, shipping_address: ADDRESS, billing_address: ADDRESS };
      await post(`/carts/${cart.id}`, who);
      await post(`/carts/${cart.id}/shipping-methods`, { option_id: option });
      const { payment_collection } = await post<Collection>('/payment-collections', { cart_id: cart.id });
      const sessions = `/payment-collections/${payment_collection.id}/payment-sessions`;
      await post(sessions, { provider_id: 'pp_system_default' });
      const { type } = await post<{ type: string }>(`/carts/${cart.id}/complete`, {});
      if (type !== 'order') throw new Error(`Medusa's cart became no order but a ${type}.`);
    };
    if (call === 'list of 24') return () => fetchList(connection);
    if (call === 'detail') return () => get(`/products/${next().id}?${listed}`);
    if (call === 'substring search') {
      return () => {
        const { word, limit } = nextSearch();
        return get(`/products?q=${encodeURIComponent(word)}&limit=${limit}&${listed}`);
      };
    }
    if (call === 'add, new cart') return () => fill(next().variant);
    if (call === 'whole checkout') return buy;
    const { variant } = next();
    const { cart } = await fill(variant);
    if (call === 'cart read') return () => get(`/carts/${cart.id}`);
    return () => post(`/carts/${cart.id}/line-items`, { variant_id: variant, quantity: 1 });
  };
  return { ...started, name: 'Medusa', database, visit };
}
