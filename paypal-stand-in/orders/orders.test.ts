import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { captureOf, issuesOf, makeOrder, openTestStandIn } from '../testing/test-stand-in.ts';

let paypal: Awaited<ReturnType<typeof openTestStandIn>>;
beforeAll(async () => {
  paypal = await openTestStandIn();
});
afterAll(() => paypal.close());

const gbp = (value: string) => ({ currency_code: 'GBP', value });
const withUnit = (change: Record<string, unknown>) => {
  const order = makeOrder();
  return { ...order, purchase_units: [{ ...order.purchase_units[0], ...change }] };
};

describe('an order', () => {
  test('goes from created over approved to completed, and its money is in the ledger once', async () => {
    const { body: order, status } = await paypal.create(makeOrder('walk'));
    expect(status).toBe(201);
    expect(order).toEqual({ id: expect.stringMatching(/^[A-Z0-9]{17}$/), status: 'CREATED', links: expect.any(Array) });
    expect((order.links as { rel: string }[]).map(({ rel }) => rel)).toEqual(['self', 'approve', 'update', 'capture']);
    expect(issuesOf(await paypal.capture(order.id))).toEqual(['ORDER_NOT_APPROVED']);

    await paypal.approve(order.id);
    expect((await paypal.find(order.id)).body).toMatchObject({
      status: 'APPROVED',
      payer: { name: { surname: 'Pretend' } },
    });
    const captured = await paypal.capture(order.id);
    expect(captured.status).toBe(201);
    expect(captured.body.status).toBe('COMPLETED');
    expect(captureOf(captured)).toMatchObject({
      status: 'COMPLETED',
      amount: gbp('22.50'),
      invoice_id: 'walk',
      custom_id: 'payment-of-walk',
      final_capture: true,
    });
    expect((await paypal.ledger()).filter(({ order_id }) => order_id === order.id)).toEqual([
      {
        n: expect.any(Number),
        time: expect.any(String),
        kind: 'capture',
        order_id: order.id,
        capture_id: captureOf(captured).id,
        refund_id: null,
        pence: 2250,
        currency_code: 'GBP',
        invoice_id: 'walk',
        custom_id: 'payment-of-walk',
      },
    ]);
    expect(issuesOf(await paypal.capture(order.id))).toEqual(['ORDER_ALREADY_CAPTURED']);
  });

  test('with a payment_source waits for the buyer under another name', async () => {
    const { application_context, ...rest } = makeOrder('wallet');
    const body = { ...rest, payment_source: { paypal: { experience_context: application_context } } };
    expect(issuesOf(await paypal.create(body))).toEqual(['PAYPAL_REQUEST_ID_REQUIRED']);
    const { body: order } = await paypal.create(body, { 'paypal-request-id': 'wallet' });
    expect(order.status).toBe('PAYER_ACTION_REQUIRED');
    expect((order.links as { rel: string }[]).map(({ rel }) => rel)).toEqual(['self', 'payer-action']);
  });

  test('stays declined until the buyer approves again', async () => {
    const { body: order } = await paypal.create(makeOrder('declined'));
    await paypal.approve(order.id, { funding: 'card', declined: true });
    expect(issuesOf(await paypal.capture(order.id, 'd-1'))).toEqual(['INSTRUMENT_DECLINED']);
    expect(issuesOf(await paypal.capture(order.id, 'd-2'))).toEqual(['INSTRUMENT_DECLINED']);
    await paypal.approve(order.id);
    expect(issuesOf(await paypal.capture(order.id, 'd-1'))).toEqual(['INSTRUMENT_DECLINED']);
    expect((await paypal.capture(order.id, 'd-3')).status).toBe(201);
  });

  test('cannot be captured when its invoice has been', async () => {
    const [first, second] = [await paypal.create(makeOrder('twice')), await paypal.create(makeOrder('twice'))];
    await paypal.approve(first.body.id);
    await paypal.approve(second.body.id);
    expect((await paypal.capture(first.body.id)).status).toBe(201);
    expect(issuesOf(await paypal.capture(second.body.id))).toEqual(['DUPLICATE_INVOICE_ID']);
  });

  test('captured from many sides at once takes the money once', async () => {
    const { body: order } = await paypal.create(makeOrder('crowd'));
    await paypal.approve(order.id);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => paypal.capture(order.id, `crowd-${n % 5}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await paypal.ledger()).filter(({ order_id }) => order_id === order.id)).toHaveLength(1);
  });
});

describe('creating refuses', () => {
  test.each([
    [
      'AMOUNT_MISMATCH',
      { amount: { ...gbp('22.51'), breakdown: { item_total: gbp('20.00'), shipping: gbp('2.50') } } },
    ],
    ['ITEM_TOTAL_MISMATCH', { amount: { ...gbp('19.00'), breakdown: { item_total: gbp('19.00') } } }],
    ['ITEM_TOTAL_REQUIRED', { amount: gbp('20.00') }],
    ['DECIMAL_PRECISION', { amount: gbp('20.005'), items: undefined }],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', { amount: gbp('0'), items: undefined }],
    ['MAX_VALUE_EXCEEDED', { amount: gbp('99999999999999999'), items: undefined }],
    ['INVALID_CURRENCY_CODE', { amount: { currency_code: 'EUR', value: '20.00' }, items: undefined }],
    ['MULTI_CURRENCY_ORDER', { amount: { currency_code: 'EUR', value: '20.00' } }],
    ['MISSING_SHIPPING_ADDRESS', { shipping: undefined }],
    ['CITY_REQUIRED', { shipping: { address: { country_code: 'GB', postal_code: 'SW1A 1AA' } } }],
    ['POSTAL_CODE_REQUIRED', { shipping: { address: { country_code: 'GB', admin_area_2: 'London' } } }],
  ])('%s', async (issue, change) => {
    const answer = await paypal.create(withUnit(change));
    expect(answer.status).toBe(422);
    expect(answer.body.name).toBe('UNPROCESSABLE_ENTITY');
    expect(issuesOf(answer)).toEqual([issue]);
    expect(answer.headers.get('paypal-debug-id')).toBe(answer.body.debug_id);
  });

  test.each([
    ['a misspelt key', withUnit({ invoiceid: 'x' }), 'INVALID_PARAMETER_SYNTAX'],
    [
      'a number where a text belongs',
      withUnit({ amount: { currency_code: 'GBP', value: 20 } }),
      'INVALID_PARAMETER_SYNTAX',
    ],
    ['no amount', withUnit({ amount: undefined }), 'MISSING_REQUIRED_PARAMETER'],
    ['a long name', withUnit({ custom_id: 'x'.repeat(128) }), 'INVALID_STRING_LENGTH'],
    [
      'two units',
      { ...makeOrder(), purchase_units: [...makeOrder().purchase_units, ...makeOrder().purchase_units] },
      'INVALID_ARRAY_MAX_ITEMS',
    ],
    ['half a JSON', '{"intent":', 'MALFORMED_REQUEST_JSON'],
  ])('%s', async (_, body, issue) => {
    const answer = await paypal.create(body);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer)).toEqual([issue]);
  });

  test('a body that is not said to be JSON, and a token that is not ours', async () => {
    expect((await paypal.create(makeOrder(), { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await paypal.create(makeOrder(), { authorization: 'Bearer A21AA99999999999999.X.Y' })).status).toBe(401);
  });
});
