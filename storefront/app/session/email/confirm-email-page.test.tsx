import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { holdAnswer, pretendApi, pretendOffline } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeProfile } from '../../testing/samples.ts';
import ConfirmEmailPage from './confirm-email-page.tsx';

const open = (at: string) => openPage(<ConfirmEmailPage />, { at, path: '/account-confirm-email/:key?' });
const said = () => {
  const [first] = screen.getAllByRole('status');
  return first;
};

test('asks to wait, then says that it is done and leads to the login; the key is out of the address', async () => {
  const held = holdAnswer({ body: { detail: 'ok' } });
  const asked = pretendApi({ 'POST /account-confirm-email/key-1/': held.answer });
  open('/account-confirm-email?q=key-1');
  expect(said()).toHaveTextContent(/^please wait\.\.\.$/);
  held.release();
  await waitFor(() => expect(said()).toHaveTextContent(/^Your email has been confirmed\.$/));
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /account-confirm-email/key-1/', { key: 'key-1' }],
  ]);
  expect(window.location.pathname + window.location.search).toBe('/account-confirm-email');
  expect(window.history.state).toMatchObject({ confirmed: true });
});

test('takes the key out of the path as well', async () => {
  const asked = pretendApi({ 'POST /account-confirm-email/key-2/': { body: {} } });
  open('/account-confirm-email/key-2');
  await waitFor(() => expect(said()).toHaveTextContent('Your email has been confirmed.'));
  expect(asked).toHaveLength(1);
});

test.each(['/account-confirm-email', '/account-confirm-email?q='])(
  'without a key, at %s, it says so at once and asks the shop nothing',
  { tags: '§4.16' },
  (address) => {
    open(address);
    expect(said()).toHaveTextContent(
      /^Something went wrong\.The link is not complete\. Please open it from the letter once more\.$/,
    );
    expect(screen.getByRole('link', { name: 'Log in to have the letter sent again' })).toHaveAttribute(
      'href',
      '/login?next=%2Fprofile%3Ftab%3Ddetails',
    );
  },
);

test('a reload after the key was used says that it is done', () => {
  window.history.replaceState({ confirmed: true }, '', '/account-confirm-email');
  open('/account-confirm-email');
  expect(said()).toHaveTextContent(/^Your email has been confirmed\.$/);
});

test('a link that is no good says why, in the words of the shop, and is not tried again', async () => {
  pretendApi({
    'POST /account-confirm-email/key-3/': { status: 400, body: { detail: 'This link has been used or is too old.' } },
  });
  open('/account-confirm-email?q=key-3');
  await waitFor(() =>
    expect(said()).toHaveTextContent(/^Something went wrong\.This link has been used or is too old\.$/),
  );
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('while the shop cannot be reached the key is kept, and Try again works', async () => {
  pretendOffline();
  const { visitor } = open('/account-confirm-email?q=key-4');
  await waitFor(() => expect(said()).toHaveTextContent(/^Something went wrong\.We couldn’t reach the shop\./));
  pretendApi({ 'POST /account-confirm-email/key-4/': { body: {} } });
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(said()).toHaveTextContent('Your email has been confirmed.'));
});

test('whoever is signed in goes home and is told there', async () => {
  pretendSignedIn();
  pretendApi({
    'POST /account-confirm-email/key-5/': { body: {} },
    'GET /api/user/profile/': { body: makeProfile() },
  });
  open('/account-confirm-email?q=key-5');
  expect(await screen.findByText('Now at /')).toBeVisible();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your email has been confirmed.');
});

test('a refusal renews nothing and ends nothing for whoever is signed in', { tags: 'D14' }, async () => {
  const tokens = pretendSignedIn();
  const asked = pretendApi({ 'POST /account-confirm-email/key-6/': { status: 401, body: { detail: 'No.' } } });
  open('/account-confirm-email?q=key-6');
  await waitFor(() => expect(said()).toHaveTextContent(/^Something went wrong\.No\.$/));
  expect(asked).toHaveLength(1);
  expect(localStorage.getItem('access_token')).toBe(tokens.access);
  expect(screen.getByRole('link', { name: /^See whether it is confirmed/ })).toBeVisible();
});

test('whoever is signed in and has no key is led home', async () => {
  pretendSignedIn();
  open('/account-confirm-email');
  expect(await screen.findByText('Now at /')).toBeVisible();
});
