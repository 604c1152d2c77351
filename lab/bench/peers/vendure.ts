import { type Bouquet, makeSearches } from './bouquets.ts';
import type { Call, Subject } from './calls.ts';
import type { Connection } from './open-connection.ts';
import type { Postgres } from './postgres.ts';
import { startPeer } from './start-peer.ts';

const LINES = 'lines { id quantity linePriceWithTax productVariant { id name sku } }';
const ORDER = `... on Order { id code state totalQuantity totalWithTax ${LINES} } ... on ErrorResult { errorCode message }`;
const SUMMARY = '... on Order { id state totalWithTax } ... on ErrorResult { errorCode message }';
const PRICE = '... on SinglePrice { value } ... on PriceRange { min }';

const QUERIES = {
  list: `query { search(input: { take: 24, groupByProduct: true }) { items {
    productId productName slug description priceWithTax { ${PRICE} } productAsset { preview } } } }`,
  detail: `query ($id: ID!) { product(id: $id) {
    id name slug description variants { id name sku priceWithTax stockLevel } assets { preview } } }`,
  search: `query ($word: String!, $limit: Int!) { products(options: { take: $limit, filter: { name: { contains: $word } } }) {
    items { id name slug description variants { id priceWithTax } featuredAsset { preview } } } }`,
  add: `mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${ORDER} } }`,
  cart: `query { activeOrder { id code state totalQuantity totalWithTax ${LINES} } }`,
  customer: `mutation ($customer: CreateCustomerInput!) { setCustomerForOrder(input: $customer) { ${SUMMARY} } }`,
  address: `mutation ($address: CreateAddressInput!) { setOrderShippingAddress(input: $address) { ${SUMMARY} } }`,
  shipping: `mutation { setOrderShippingMethod(shippingMethodId: [1]) { ${SUMMARY} } }`,
  arrange: `mutation { transitionOrderToState(state: "ArrangingPayment") { ${SUMMARY} } }`,
  pay: `mutation { addPaymentToOrder(input: { method: "dummy", metadata: {} }) { ${SUMMARY} } }`,
};
const ADDRESS = {
  fullName: 'Nell Whitcombe',
  streetLine1: '12 Gillygate',
  city: 'York',
  postalCode: 'YO31 7EQ',
  countryCode: 'GB',
};

type Query = keyof typeof QUERIES;
type Answer = { text: string; token: string };

async function send(connection: Connection, query: Query, variables: object = {}, token = ''): Promise<Answer> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const body = { query: QUERIES[query], variables };
  const reply = await connection.send({ path: '/shop-api', headers, body });
  if (/"errors":\[|"errorCode":/.test(reply.text)) {
    throw new Error(`Vendure refused ${query}: ${reply.text.slice(0, 500)}`);
  }
  return { text: reply.text, token: String(reply.headers['vendure-auth-token'] ?? token) };
}

async function buy(connection: Connection, variant: string, emailAddress: string): Promise<void> {
  const { token } = await send(connection, 'add', { id: variant });
  const customer = { emailAddress, firstName: 'Ada', lastName: 'Lovelace' };
  await send(connection, 'customer', { customer }, token);
  await send(connection, 'address', { address: ADDRESS }, token);
  await send(connection, 'shipping', {}, token);
  await send(connection, 'arrange', {}, token);
  const { text } = await send(connection, 'pay', {}, token);
  if (!text.includes('"PaymentSettled"')) throw new Error(`Vendure was not paid: ${text}`);
}

export async function openVendure(postgres: Postgres, database: string, bouquets: Bouquet[]): Promise<Subject> {
  const started = await startPeer('vendure', postgres.urlOf(database), (connection) => send(connection, 'list'));
  const nextSearch = makeSearches(bouquets);
  let [turn, buyer] = [0, 0];
  const nextId = () => String((turn++ % bouquets.length) + 1);
  const visit = async (call: Call, connection: Connection) => {
    if (call === 'list of 24') return () => send(connection, 'list');
    if (call === 'detail') return () => send(connection, 'detail', { id: nextId() });
    if (call === 'substring search') return () => send(connection, 'search', nextSearch());
    if (call === 'add, new cart') return () => send(connection, 'add', { id: nextId() });
    if (call === 'whole checkout') return () => buy(connection, nextId(), `ada-${++buyer}@example.org`);
    const variant = nextId();
    const { token } = await send(connection, 'add', { id: variant });
    if (call === 'cart read') return () => send(connection, 'cart', {}, token);
    return () => send(connection, 'add', { id: variant }, token);
  };
  return { ...started, name: 'Vendure', database, visit };
}
