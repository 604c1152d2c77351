import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentStatus } from '#contract/payments.ts';
import { useCart } from '../../cart/cart-query.ts';
import { openPage } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { pretendPayPal } from '../../testing/pretend-paypal.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeCart } from '../../testing/samples.ts';
import PaymentPart from './payment.tsx';

const SETUP = 'GET /api/payments/paypal/setup/';
const CREATE = 'POST /api/user/payments/paypal/create-order/';
const CAPTURE = 'POST /api/user/payments/paypal/capture-order/';
const STATUS = 'GET /api/user/payments/paypal/status/?order_id=7';
const CART = 'GET /api/user/orders/?status=P,W';
const DAY = '2099-02-14';
const cart = makeCart({ shipping_address: 3, delivery_date: DAY });
const status = (state: PaymentStatus['state'], detail = ''): Answer => ({ body: { order_id: 7, state, detail } });
const SHOP = {
  [SETUP]: { body: { client_id: 'our-shop', sdk_url: null, pretended: false } },
  [CREATE]: { body: { id: 'PAY-1', amount_to_pay: cart.amount_to_pay, delivery_date: DAY } },
  [CART]: { body: [cart] },
};

const paid = vi.fn();
const busy = vi.fn();
const alert = () => screen.findByRole('alert');
const pay = () => screen.findByText('Pay with PayPal');

function open(more: Parameters<typeof pretendApi>[0] = {}) {
  const paypal = pretendPayPal();
  const asked = pretendApi({ ...SHOP, ...more });
  return { paypal, asked, ...openPage(<Till />) };
}

/** As on its page, which shows the cart as well. */
function Till() {
  useCart();
  return <PaymentPart cart={cart} settled={async () => {}} onPaid={paid} onBusy={busy} />;
}

/** Opens the payment window, as a press of the button does. */
async function press(more: Parameters<typeof pretendApi>[0] = {}) {
  const page = open(more);
  await page.visitor.click(await pay());
  await waitFor(() => expect(page.asked.map(({ call }) => call)).toContain(CREATE));
  return page;
}

beforeEach(() => {
  paid.mockReset();
  busy.mockReset();
  pretendSignedIn();
});

test('the service is asked for as specified, and the shop for the amount with two decimals', async () => {
  const { paypal, asked } = await press({ [CAPTURE]: status('paid') });
  const options = Object.fromEntries(new URL(paypal.scripts[0] ?? '').searchParams);
  expect(options).toMatchObject({
    'client-id': 'our-shop',
    currency: 'GBP',
    components: 'buttons,hosted-fields',
    'enable-funding': 'card',
    intent: 'capture',
  });
  expect(screen.getByText('Paying below places your order. You pay £126.00 and nothing more.')).toBeVisible();
  await waitFor(() => paypal.approve());
  await waitFor(() => expect(paid).toHaveBeenCalledExactlyOnceWith(7));
  expect(asked.find(({ call }) => call === CREATE)?.body).toEqual({ amount: '121.00', order_id: 7 });
  expect(asked.find(({ call }) => call === CAPTURE)?.body).toEqual({ order_id: 7, paypal_order_id: 'PAY-1' });
});

const OPENED = SHOP[CREATE].body;
test.each([[{ ...OPENED, id: undefined }], [{ ...OPENED, id: '' }], [{ ...OPENED, id: 7 }]])(
  'an answer without an id, as %j, is invalid and charges nothing',
  { tags: ['§8.24', 'G34'] },
  async (body) => {
    await press({ [CREATE]: { body } });
    const said = await alert();
    expect(said.querySelectorAll('p')[0]).toHaveTextContent(/^Invalid response from backend$/);
    expect(said.querySelectorAll('p')[1]).toHaveTextContent(/^Nothing has been charged\.$/);
  },
);

test.each([
  ['of a field', { status: 400, body: { order_id: ['Your cart is empty.'] } }, 'Your cart is empty.'],
  [
    'in words',
    { status: 409, body: { detail: 'Your payment is being confirmed.' } },
    'Your payment is being confirmed.',
  ],
  [
    'of another amount',
    { body: { id: 'PAY-1', amount_to_pay: 130, delivery_date: DAY } },
    'Your cart has changed. Please look at it again.',
  ],
])('a refusal %s is said, and the cart is fetched again', async (_, answer, words) => {
  const { asked } = await press({ [CREATE]: answer });
  expect(await alert()).toHaveTextContent(words);
  const calls = () => asked.map(({ call }) => call);
  await waitFor(() => expect(calls().lastIndexOf(CART)).toBeGreaterThan(calls().indexOf(CREATE)));
  expect(paid).not.toHaveBeenCalled();
});

test.each([
  ['closed the window', 'close' as const, 'You closed the payment. Nothing has been charged.'],
  ['met a window that broke', 'fail' as const, 'We couldn’t reach the payment service. Nothing has been charged.'],
])('whoever %s hears that nothing was charged, once the shop has said so', async (_, act, words) => {
  const { paypal, asked } = await press({ [STATUS]: status('open') });
  await waitFor(() => paypal[act]());
  expect(await alert()).toHaveTextContent(words);
  expect(asked.map(({ call }) => call)).toContain(STATUS);
  expect(await pay()).toBeVisible();
});

test('whoever closed it after paying has paid', async () => {
  const { paypal } = await press({ [STATUS]: status('paid') });
  await waitFor(() => paypal.close());
  await waitFor(() => expect(paid).toHaveBeenCalledWith(7));
});

test('a card that is declined is said in the shop’s words, and the window offers another', async () => {
  const { paypal } = await press({
    [CAPTURE]: status('declined', 'Your bank has declined it. Nothing has been charged.'),
  });
  await waitFor(() => paypal.approve());
  expect(await alert()).toHaveTextContent('Your bank has declined it. Nothing has been charged.');
  expect(paypal.restart).toHaveBeenCalledOnce();
});

test('a payment that is not confirmed yet says so, hides the buttons, and is asked for until it is', async () => {
  const waiting = 'PayPal has not confirmed your payment yet.';
  let answer = status('waiting', waiting);
  const { paypal } = await press({ [CAPTURE]: status('waiting', waiting), [STATUS]: () => answer });
  await waitFor(() => paypal.approve());
  expect(await screen.findByText('Checking your payment')).toBeVisible();
  expect(screen.getByText(waiting)).toBeVisible();
  expect(screen.getByText('Pay with PayPal')).not.toBeVisible();
  expect(busy).toHaveBeenLastCalledWith(true);
  answer = status('paid');
  await waitFor(() => expect(paid).toHaveBeenCalledWith(7));
});

test('an answer that was lost is no payment that was lost', async () => {
  const { paypal } = await press({ [CAPTURE]: { status: 502 }, [STATUS]: status('paid') });
  await waitFor(() => paypal.approve());
  await waitFor(() => expect(paid).toHaveBeenCalledWith(7));
});

test('a service that cannot be reached is said, and tried again', async () => {
  const { visitor } = open({ [SETUP]: { status: 500 } });
  expect(await alert()).toHaveTextContent('We couldn’t reach the payment service. Nothing has been charged.');
  pretendApi(SHOP);
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await pay()).toBeVisible();
});

test('a shop where payments are pretended says so', async () => {
  open({ [SETUP]: { body: { client_id: 'our-shop', sdk_url: null, pretended: true } } });
  expect(
    await screen.findByText('Payments are pretended here: no money moves, and no flowers are sent.'),
  ).toBeVisible();
});
