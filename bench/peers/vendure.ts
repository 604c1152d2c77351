import { type Bouquet, makeSearches } from './bouquets.ts';
import type { Call, Subject } from './calls.ts';
import type { Postgres } from './postgres.ts';
import { startPeer } from './start-peer.ts';
import type { Wire } from './wire.ts';

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
  ...{ fullName: 'Nell Whitcombe', streetLine1: '12 Gillygate', city: 'York', postalCode: 'YO31 7EQ' },
  ...{ countryCode: 'GB' },
};

type Query = keyof typeof QUERIES;
type Told = { body: Buffer; token: string };

async function tell(wire: Wire, query: Query, variables: object = {}, token = ''): Promise<Told> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const body = { query: QUERIES[query], variables };
  const reply = await wire.ask({ method: 'POST', path: '/shop-api', headers, body });
  if (reply.body.includes('"errors":[') || reply.body.includes('"errorCode":')) {
    throw new Error(`Vendure refused ${query}: ${reply.body.toString().slice(0, 500)}`);
  }
  return { body: reply.body, token: reply.header('vendure-auth-token') ?? token };
}

async function buy(wire: Wire, variant: string, emailAddress: string): Promise<void> {
  const { token } = await tell(wire, 'add', { id: variant });
  const customer = { emailAddress, firstName: 'Ada', lastName: 'Lovelace' };
  await tell(wire, 'customer', { customer }, token);
  await tell(wire, 'address', { address: ADDRESS }, token);
  await tell(wire, 'shipping', {}, token);
  await tell(wire, 'arrange', {}, token);
  const { body } = await tell(wire, 'pay', {}, token);
  if (!body.includes('"PaymentSettled"')) throw new Error(`Vendure was not paid: ${body.toString()}`);
}

export async function openVendure(postgres: Postgres, database: string, bouquets: Bouquet[]): Promise<Subject> {
  const started = await startPeer('vendure', postgres.urlOf(database), (wire) => tell(wire, 'list'));
  const nextSearch = makeSearches(bouquets);
  let [turn, buyer] = [0, 0];
  const nextId = () => String((turn++ % bouquets.length) + 1);
  const visit = async (call: Call, wire: Wire) => {
    if (call === 'list of 24') return () => tell(wire, 'list');
    if (call === 'detail') return () => tell(wire, 'detail', { id: nextId() });
    if (call === 'substring search') return () => tell(wire, 'search', nextSearch());
    if (call === 'add, new cart') return () => tell(wire, 'add', { id: nextId() });
    if (call === 'whole checkout') return () => buy(wire, nextId(), `ada-${++buyer}@example.org`);
    const variant = nextId();
    const { token } = await tell(wire, 'add', { id: variant });
    if (call === 'cart read') return () => tell(wire, 'cart', {}, token);
    return () => tell(wire, 'add', { id: variant }, token);
  };
  return { ...started, name: 'Vendure', database, visit };
}
