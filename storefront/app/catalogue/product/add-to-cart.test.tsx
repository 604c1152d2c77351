import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeCart, makeProduct } from '../../testing/samples.ts';
import { AddToCart } from './add-to-cart.tsx';

const ADD = 'POST /api/user/orders/';
const open = (product = makeProduct()) => openPage(<AddToCart product={product} className="" />, { at: '/product' });
const button = () => screen.getByRole('button', { name: /Peony Weather/ });

test('puts in one unit, the first of which makes the order; the button says so, and one notice leads to the cart', async () => {
  pretendSignedIn();
  const held = holdAnswer({ status: 201, body: makeCart() });
  const asked = pretendApi({ [ADD]: held.answer });
  const { visitor } = open();
  expect(button()).toHaveAccessibleName('Add to Cart: Peony Weather');
  await visitor.click(button());
  await visitor.click(button());
  held.release();
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('Peony Weather is in your cart. See your cart');
  expect(within(said).getByRole('link')).toHaveAttribute('href', '/cart');
  expect(asked.map(({ call, body }) => [call, body])).toEqual([[ADD, { order_items: [{ product: 1, quantity: 1 }] }]]);
  await waitFor(() => expect(button()).toHaveAccessibleName('In your cart: Peony Weather, add another'));
});

test('a guest is asked to register, and the bouquet is remembered', async () => {
  const { visitor } = open(makeProduct({ id: 9 }));
  await visitor.click(button());
  expect(await screen.findByText('Now at /register')).toBeVisible();
  const said = await screen.findByText('Please register or login first.');
  expect(said.closest('.Toastify__toast')).toHaveClass('Toastify__toast--error');
  expect(localStorage.getItem('pending_product')).toBe('9');
});

test.each([
  [
    'the first word on the product',
    400,
    { product: ['It wilted.', 'So did the other.'], detail: 'Not this.' },
    'It wilted.',
    1,
  ],
  ['else the detail', 409, { detail: 'Your payment is being confirmed.' }, 'Your payment is being confirmed.', 0],
  ['else An error occurred', 500, {}, 'An error occurred', 0],
])('what cannot be added is said: %s', async (_, status, body, words, links) => {
  pretendSignedIn();
  pretendApi({ [ADD]: { status, body } });
  const { visitor } = open(makeProduct({ id: 20 + status }));
  await visitor.click(button());
  const said = await screen.findByRole('alert');
  expect(within(said).getByText(words)).toBeVisible();
  expect(said).not.toHaveTextContent(/So did the other|Not this/);
  expect(said.closest('.Toastify__toast')).toHaveClass('Toastify__toast--error');
  const found = within(said).queryAllByRole('link');
  expect(found).toHaveLength(links);
  for (const link of found) expect(link).toHaveAttribute('href', '/cart');
  expect(button()).toHaveAccessibleName('Add to Cart: Peony Weather');
});

test('what is sold out cannot be added', () => {
  open(makeProduct({ availability: 'sold_out' }));
  expect(screen.getByRole('button', { name: 'Sold out' })).toBeDisabled();
});
