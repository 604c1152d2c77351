import type { Driver } from './drive.ts';
import { makeExampleOrder, makeWalletOrder } from './example-order.ts';

const ORDERS = '/v2/checkout/orders';
const ORDER = '/v2/checkout/orders/{id}';
const CAPTURE = '/v2/checkout/orders/{id}/capture';
const ALL = { prefer: 'return=representation' };

type Unit = Record<string, unknown>;
const withUnit = (change: Unit) => {
  const order = makeExampleOrder('changed');
  return { ...order, purchase_units: [{ ...order.purchase_units[0], ...change }] };
};
const gbp = (value: string) => ({ currency_code: 'GBP', value });

/** Orders made, read and refused. */
export async function exchangeOrders({ ask }: Driver): Promise<void> {
  const id = { 'paypal-request-id': 'create-1' };
  await ask('create, minimal', { path: ORDERS, body: makeExampleOrder('A-1'), expect: 201, headers: id });
  await ask('create again, same id', { path: ORDERS, body: makeExampleOrder('A-1'), expect: 200, headers: id });
  await ask('create, other body, same id', { path: ORDERS, body: makeExampleOrder('A-2'), expect: 400, headers: id });
  const order = await ask('create, representation', {
    path: ORDERS,
    body: makeExampleOrder('A-3'),
    expect: 201,
    headers: ALL,
  });
  const wallet = { ...ALL, 'paypal-request-id': 'create-2' };
  await ask('create, payment_source', { path: ORDERS, body: makeWalletOrder('A-4'), expect: 201, headers: wallet });
  await ask('create, payment_source, no id', { path: ORDERS, body: makeWalletOrder('A-5'), expect: 400 });
  await ask('get, created', { path: ORDER, id: order.id, method: 'GET', expect: 200 });
  await ask('get, unknown', { path: ORDER, id: 'NOSUCHORDER', method: 'GET', expect: 404 });
  await ask('get, bad token', {
    path: ORDER,
    id: order.id,
    method: 'GET',
    expect: 401,
    headers: { authorization: 'Bearer x' },
  });
  await ask('patch', { path: ORDER, id: order.id, method: 'PATCH', body: [], bad: true, expect: 422 });
  await ask('create, not JSON', {
    path: ORDERS,
    body: {},
    bad: true,
    expect: 415,
    headers: { 'content-type': 'text/plain' },
  });
  await ask('create, empty', { path: ORDERS, body: {}, bad: true, expect: 400 });
  await ask('create, misspelt key', {
    path: ORDERS,
    body: { ...makeExampleOrder('x'), intend: 1 },
    bad: true,
    expect: 400,
  });

  const wrong: [string, Unit][] = [
    ['number as amount', { amount: { currency_code: 'GBP', value: 42.5 } }],
    ['AMOUNT_MISMATCH', { amount: { ...gbp('1.00'), breakdown: { item_total: gbp('40.00') } } }],
    ['ITEM_TOTAL_MISMATCH', { amount: { ...gbp('1.00'), breakdown: { item_total: gbp('1.00') } } }],
    ['ITEM_TOTAL_REQUIRED', { amount: gbp('40.00') }],
    ['DECIMAL_PRECISION', { amount: gbp('40.001'), items: undefined }],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', { amount: gbp('0.00'), items: undefined }],
    ['INVALID_CURRENCY_CODE', { amount: { currency_code: 'USD', value: '1.00' }, items: undefined }],
    ['MULTI_CURRENCY_ORDER', { amount: { currency_code: 'USD', value: '1.00' } }],
    ['MISSING_SHIPPING_ADDRESS', { shipping: undefined }],
    ['CITY_REQUIRED', { shipping: { address: { country_code: 'GB', postal_code: 'SW1A 1AA' } } }],
    ['POSTAL_CODE_REQUIRED', { shipping: { address: { country_code: 'GB', admin_area_2: 'London' } } }],
  ];
  for (const [name, change] of wrong) {
    const expect = name === 'number as amount' ? 400 : 422;
    await ask(`create, ${name}`, { path: ORDERS, body: withUnit(change), bad: true, expect });
  }
}

/** Orders approved, captured and refused; returns the ids of two captures. */
export async function exchangeCaptures({ ask, control }: Driver): Promise<{ wallet: string; pending: string }> {
  const create = async (invoice: string) =>
    (await ask(`create ${invoice}`, { path: ORDERS, body: makeExampleOrder(invoice), expect: 201 })).id;
  const capture = (what: string, id: string, expect: number, headers = {}) =>
    ask(`capture, ${what}`, { path: CAPTURE, id, body: {}, expect, headers });

  const first = await create('B-1');
  await capture('not approved', first, 422);
  await control('approve', { token: first, funding: 'card', declined: true });
  await capture('declined', first, 422);
  await control('approve', { token: first });
  await ask('get, approved', { path: ORDER, id: first, method: 'GET', expect: 200 });
  const done = await capture('representation', first, 201, { ...ALL, 'paypal-request-id': 'cap-1' });
  await capture('again, same id', first, 200, { ...ALL, 'paypal-request-id': 'cap-1' });
  await capture('again, no id', first, 422);
  await ask('patch, completed', { path: ORDER, id: first, method: 'PATCH', body: [], bad: true, expect: 422 });
  await capture('unknown order', 'NOSUCHORDER', 404);
  await ask('capture, misspelt key', { path: CAPTURE, id: first, body: { payment_sauce: {} }, bad: true, expect: 400 });

  const twin = await create('B-1');
  await control('approve', { token: twin, funding: 'card' });
  await ask('get, approved by card', { path: ORDER, id: twin, method: 'GET', expect: 200 });
  await capture('DUPLICATE_INVOICE_ID', twin, 422);

  const second = await create('B-2');
  await control('approve', { token: second });
  for (const status of [429, 500, 503, 409, 403]) {
    await control('faults', { clear: true, rules: [toRule({ status, ...(status === 429 && { retryAfter: 1 }) })] });
    await capture(`fault ${status}`, second, status);
  }
  await control('faults', { clear: true, rules: [toRule({ pendingCapture: { later: 'DENIED', afterSeconds: 5 } })] });
  const pending = await capture('pending', second, 201, ALL);
  const third = await create('B-3');
  await control('approve', { token: third });
  await control('faults', { clear: true, rules: [toRule({ captureStatus: 'FAILED' })] });
  await capture('failed', third, 201, ALL);
  await control('faults', { clear: true });
  return { wallet: readCaptureId(done.body), pending: readCaptureId(pending.body) };
}

const toRule = (then: object) => ({ match: { op: 'captureOrder' }, then });

type Captured = { purchase_units: [{ payments: { captures: [{ id: string }] } }] };
const readCaptureId = (body: unknown) => (body as Captured).purchase_units[0].payments.captures[0].id;
