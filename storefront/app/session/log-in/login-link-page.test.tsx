import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import { makeTokens, pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeProfile } from '../../testing/samples.ts';
import LoginLinkPage from './login-link-page.tsx';

const USE = 'POST /api/user/login-link/';
const open = () => openPage(<LoginLinkPage />, { at: '/login-link/a-key', path: '/login-link/:key' });
const send = () => screen.getByRole('button', { name: 'Log in' });

test('uses the link only when pressed, and says who is logged in', async () => {
  const tokens = makeTokens();
  const asked = pretendApi({ [USE]: { body: { ...tokens, user: makeProfile() } } });
  const { visitor } = open();
  expect(asked).toEqual([]);
  await visitor.click(send());
  expect(await screen.findByText('Now at /')).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([{ key: 'a-key', remember: false }]);
  expect(localStorage.getItem('access_token')).toBe(tokens.access);
  expect(await screen.findByText('You are logged in as rosalind@post.example.')).toBeVisible();
});

test('a link that was used says so, and where to ask for another', async () => {
  pretendApi({ [USE]: { status: 400, body: { detail: 'This link has been used or is too old.' } } });
  const { visitor } = open();
  await visitor.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This link has been used or is too old. Ask for a new one',
  );
  expect(screen.getByRole('link', { name: 'Ask for a new one' })).toHaveAttribute('href', '/login-code');
});

test('somebody signed in hears that it was not used', () => {
  pretendSignedIn();
  open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You are logged in already.');
  expect(screen.getByText(/The link has not been used/)).toHaveTextContent(
    'If it is for another account, log out first, then open it once more.',
  );
  expect(screen.getByRole('link', { name: 'See who is logged in, or log out' })).toHaveAttribute(
    'href',
    '/profile?tab=details',
  );
});
