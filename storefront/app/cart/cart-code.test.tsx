import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeCart } from '../testing/samples.ts';
import CartPage from './cart-page.tsx';

const CART = 'GET /api/user/orders/?status=P,W';
const CODE = 'PATCH /api/user/orders/7/update-code/';
const GOOD = makeCart({
  code: 'SPRING10',
  amount_to_pay: 113.9,
  sums: [
    { kind: 'goods', label: 'Flowers', amount: 121 },
    { kind: 'delivery', label: 'Delivery', amount: 5 },
    { kind: 'discount', label: 'Code SPRING10', amount: -12.1 },
  ],
});

const summary = () => within(screen.getByRole('complementary', { name: 'Summary' }));
const field = () => summary().getByRole('textbox', { name: 'Promo code' });

async function open(cart: Order, answer: Parameters<typeof pretendApi>[0][string] = {}) {
  const asked = pretendApi({ [CART]: { body: [cart] }, [CODE]: answer });
  const page = openPage(<CartPage />, { at: '/cart' });
  await screen.findByRole('table');
  return { asked, ...page };
}

beforeEach(() => {
  pretendSignedIn();
});

test('the field is closed until it is wanted, and takes the focus', async () => {
  const { visitor } = await open(makeCart());
  await visitor.click(summary().getByRole('button', { name: 'Have a code?' }));
  await waitFor(() => expect(field()).toHaveFocus());
});

test('a good code is a line of the sums, with what it takes off', async () => {
  const { visitor, asked } = await open(makeCart(), { body: GOOD });
  await visitor.click(summary().getByRole('button', { name: 'Have a code?' }));
  await visitor.type(field(), 'spring10{Enter}');
  const out = await summary().findByRole('button', { name: 'Take code SPRING10 out' });
  await waitFor(() => expect(out).toHaveFocus());
  expect(summary().getByText('−£12.10')).toBeVisible();
  expect(summary().getByText('£113.90')).toBeVisible();
  expect(asked.at(-1)?.body).toEqual({ code: 'spring10' });
});

test('one that is refused says why under the field, which keeps what was typed', async () => {
  const { visitor } = await open(makeCart(), {
    status: 400,
    body: { code: ['We do not know the code NOSUCH.', 'No.'] },
  });
  await visitor.click(summary().getByRole('button', { name: 'Have a code?' }));
  await visitor.type(field(), 'nosuch{Enter}');
  expect(await summary().findByText('We do not know the code NOSUCH.')).toBeVisible();
  expect(summary().queryByText('No.')).not.toBeInTheDocument();
  expect(field()).toHaveValue('nosuch');
  expect(field()).toHaveFocus();
  expect(field()).toBeInvalid();
});

test('it can be taken out again', async () => {
  const { visitor, asked } = await open(GOOD, { body: makeCart() });
  await visitor.click(summary().getByRole('button', { name: 'Take code SPRING10 out' }));
  const again = await summary().findByRole('button', { name: 'Have a code?' });
  await waitFor(() => expect(again).toHaveFocus());
  expect(summary().queryByText('−£12.10')).not.toBeInTheDocument();
  expect(asked.at(-1)?.body).toEqual({ code: '' });
});

test('one that gives nothing any more says why, and nobody checks out with it', async () => {
  const { visitor } = await open(makeCart({ code: 'SPRING10', code_problem: 'SPRING10 has ended.' }), {
    body: makeCart(),
  });
  expect(field()).toHaveValue('SPRING10');
  expect(summary().getByText('SPRING10 has ended.')).toBeVisible();
  expect(summary().getByRole('button', { name: 'Check Out Now' })).toBeDisabled();
  expect(summary().getByText('Please use another code, or go on without one.')).toBeVisible();
  await visitor.click(summary().getByRole('button', { name: 'Go on without SPRING10' }));
  await waitFor(() => expect(summary().getByRole('button', { name: 'Check Out Now' })).toBeEnabled());
});
