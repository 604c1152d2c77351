import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import CartPage from '../cart/cart-page.tsx';
import { openPage } from '../testing/open-page.tsx';
import { pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeCart, makeOrder } from '../testing/samples.ts';

const ORDER = 'GET /api/user/orders/7/';
const CART = 'GET /api/user/orders/?status=P,W';
const open = () => openPage(<CartPage />, { at: '/cart?step=done&order=7' });

beforeEach(() => {
  pretendSignedIn();
});

test('says thank you, what comes, to whom and when, and counts down to the order', async () => {
  pretendApi({ [CART]: { body: [] }, [ORDER]: { body: makeOrder() } });
  const { visitor } = open();
  expect(await screen.findByRole('heading', { name: 'Thank you. We’ll tie them fresh.' })).toBeVisible();
  expect(screen.getByText(/^Your purchase was successful\./)).toHaveTextContent(
    'Your purchase was successful. We’ll tie your bouquets and bring them to York on Saturday 14 February. A confirmation comes by email.',
  );
  expect(screen.getByRole('timer')).toHaveTextContent(/^Opening order 7 in \d+ seconds\.$/);
  expect(screen.getByRole('link', { name: 'View order' })).toHaveAttribute('href', '/history/7');
  const steps = screen.getByRole('list', { name: 'Checkout steps' });
  expect(steps.children[2]).toHaveAttribute('aria-current', 'step');
  await visitor.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByText('Stay as long as you like. Order 7 is kept in your account.')).toBeVisible();
});

test('thanks nobody for what is not paid for: the cart is there again', async () => {
  pretendApi({ [CART]: { body: [makeCart()] }, [ORDER]: { body: makeCart() } });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
  expect(screen.queryByText(/^Your purchase was successful/)).not.toBeInTheDocument();
});

test('says that it could not be loaded, and tries again', async () => {
  pretendApi({ [CART]: { body: [] }, [ORDER]: { status: 403, body: { detail: 'Not now.' } } });
  const { visitor } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  pretendApi({ [CART]: { body: [] }, [ORDER]: { body: makeOrder() } });
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Thank you. We’ll tie them fresh.' })).toBeVisible();
});
