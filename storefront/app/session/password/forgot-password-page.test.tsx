import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { pretendApi, pretendOffline } from '../../testing/pretend-api.ts';
import ForgotPasswordPage from './forgot-password-page.tsx';

const RESET = 'POST /api/v1/auth/password/reset/';
const open = () => openPage(<ForgotPasswordPage />, { at: '/forgot-password?next=/history' });
const email = () => screen.getByLabelText('Email');
const send = () => screen.getByRole('button', { name: /^Send/ });

test('sends the address, says what the shop says, and offers to send it again', { tags: '§7.17' }, async () => {
  const asked = pretendApi({ [RESET]: { body: { detail: 'Look in your inbox.' } } });
  const { visitor } = open();
  await visitor.type(email(), 'ada@post.example{Enter}');
  expect(await screen.findByText('Look in your inbox.')).toBeVisible();
  expect(asked).toMatchObject([{ call: RESET, body: { email: 'ada@post.example' } }]);
  expect(send()).toHaveTextContent('Send it again');
  expect(screen.getByText(/Only the newest link works/)).toBeVisible();
});

test('says what the shop refuses; nothing is renewed, and nobody is led away', async () => {
  const asked = pretendApi({ [RESET]: { status: 401, body: { detail: 'No.' } } });
  const { visitor } = open();
  await visitor.type(email(), 'ada@post.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^No\.$/);
  expect(asked).toHaveLength(1);
});

test.each([
  ['nothing', '', 'Enter an email address.'],
  ['no address', 'ada', 'Enter a valid email address.'],
])('sends nothing where the field holds %s, and leads there', async (_, typed, words) => {
  const asked = pretendApi({});
  const { visitor } = open();
  if (typed) await visitor.type(email(), typed);
  await visitor.click(send());
  expect(email()).toHaveAccessibleDescription(words);
  expect(email()).toHaveFocus();
  expect(asked).toEqual([]);
});

test('keeps what was typed when the shop cannot be reached, and says so', async () => {
  pretendOffline();
  const { visitor } = open();
  await visitor.type(email(), 'ada@post.example{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|reach/i);
  expect(email()).toHaveValue('ada@post.example');
  expect(send()).toHaveTextContent('Send the link');
});

test('leads on to the other ways in, with the page that was wanted', () => {
  pretendApi({});
  open();
  expect(screen.getByRole('link', { name: 'Log in with a code by email' })).toHaveAttribute(
    'href',
    '/login-code?next=%2Fhistory',
  );
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fhistory');
});
