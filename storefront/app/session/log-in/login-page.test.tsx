import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import { makeTokens } from '../../testing/pretend-signed-in.ts';
import { makeProduct, makeProfile } from '../../testing/samples.ts';
import RegisterPage from '../register-page.tsx';
import LoginPage from './login-page.tsx';

const LOG_IN = 'POST /api/user/login/';
const open = (at = '/login') => openPage(<LoginPage />, { at });
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const send = () => screen.getByRole('button', { name: 'Log in' });

test('checks nothing by itself: even an empty form goes to the shop', { tags: '§5.14' }, async () => {
  const asked = pretendApi({ [LOG_IN]: { status: 401, body: { detail: 'Incorrect email or password.' } } });
  const { visitor } = open();
  await visitor.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect email or password.');
  expect(asked.map(({ call, body }) => [call, body])).toEqual([[LOG_IN, { email: '', password: '', remember: false }]]);
});

test('keeps both tokens under their names, and opens the home page', { tags: ['§3.7', '§4.13', '§9.2'] }, async () => {
  const tokens = makeTokens();
  const asked = pretendApi({ [LOG_IN]: { body: { ...tokens, user: makeProfile(), device_mark: 'm'.repeat(43) } } });
  const { visitor } = open();
  await fillIn(visitor, { Email: 'rosalind@post.example', Password: 'three tulips' });
  await visitor.click(screen.getByRole('checkbox', { name: 'Remember me' }));
  await visitor.click(send());
  expect(await screen.findByText('Now at /')).toBeVisible();
  expect({ ...localStorage }).toMatchObject({
    access_token: tokens.access,
    refresh_token: tokens.refresh,
    device_mark: 'm'.repeat(43),
  });
  expect(asked.map(({ body }) => body)).toEqual([
    { email: 'rosalind@post.example', password: 'three tulips', remember: true },
  ]);
});

test('a password that was refused is selected, so that typing replaces it; the address stays', async () => {
  pretendApi({ [LOG_IN]: { status: 401, body: { detail: 'Incorrect email or password.' } } });
  const { visitor } = open();
  await fillIn(visitor, { Email: 'rosalind@post.example', Password: 'three tulips in the rian' });
  await visitor.click(send());
  await waitFor(() => expect(field('Password')).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent('Incorrect email or password.');
  expect(field('Email')).toHaveValue('rosalind@post.example');
  const asked = pretendApi({ [LOG_IN]: { body: makeTokens() } });
  await visitor.keyboard('rain{Enter}');
  await screen.findByText('Now at /');
  expect(asked.at(-1)?.body).toMatchObject({ password: 'rain' });
});

test('a refusal ends nothing and renews nothing', { tags: 'D14' }, async () => {
  const asked = pretendApi({ [LOG_IN]: { status: 401, body: { detail: 'No.' } } });
  const { visitor } = open();
  await visitor.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No\.$/);
  expect(asked).toHaveLength(1);
  expect(location.replace).not.toHaveBeenCalled();
});

test('has fields that password managers know, and leads on with the page that was wanted', () => {
  open('/login?next=/history');
  expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
  expect(field('Email')).toHaveAttribute('autocomplete', 'username');
  for (const [name, href] of [
    ['Forgot password?', '/forgot-password?next=%2Fhistory'],
    ['Get a code by email', '/login-code?next=%2Fhistory'],
    ['Register with your email', '/register?next=%2Fhistory'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('has slogans, as the page to register has', { tags: ['§1.5', '§4.19', '§9.13', 'D11'] }, () => {
  open();
  expect(screen.getByRole('button', { name: 'Stop the slogans' })).toBeVisible();
  cleanup();
  openPage(<RegisterPage />, { at: '/register' });
  expect(screen.getByRole('button', { name: 'Stop the slogans' })).toBeVisible();
});

test('the remembered bouquet is taken out of local storage, shown with its price, and leads to the cart', {
  tags: ['§3.9', 'G3'],
}, async () => {
  localStorage.setItem('pending_product', '7');
  const bouquet = {
    ...makeProduct({ id: 7, price: 49 }),
    description: '',
    item_code: '',
    size: '',
    height_cm: null,
    width_cm: null,
    presentation: '',
    stems: [],
    care: '',
    sold: 0,
    rating: null,
    review_count: 0,
    pictures: [],
    sizes: [],
    extras: [],
    pets: { safe: true, reason: '' },
    available_from: null,
    available_until: null,
  };
  pretendApi({ 'GET /api/products/7/': { body: bouquet }, [LOG_IN]: { body: makeTokens() } });
  const { visitor } = open();
  expect(await screen.findByText('Peony Weather')).toBeVisible();
  expect(screen.getByText('£54.00 delivered, kept for you')).toBeVisible();
  expect(localStorage.getItem('pending_product')).toBeNull();
  await visitor.click(send());
  await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/cart'));
});

describe('Either token alone means being signed in', () => {
  test.each(['access_token', 'refresh_token'])(
    'with %s the page for guests leads home',
    { tags: ['§4.12', 'D15'] },
    async (token) => {
      localStorage.setItem(token, 'any');
      open();
      expect(await screen.findByText('Now at /')).toBeVisible();
    },
  );

  test('and to the private page that a letter led to', async () => {
    localStorage.setItem('access_token', 'any');
    open('/login?next=/profile?tab=addresses');
    await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/profile?tab=addresses'));
  });
});
