import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import ResetPasswordPage from './reset-password-page.tsx';

const RESET = 'POST /password/reset/confirm/MQ/a-token';
const PASSWORD = 'three tulips in the rain';
const BOTH = { 'New password': PASSWORD, 'Confirm password': PASSWORD };
const open = () =>
  openPage(<ResetPasswordPage />, {
    at: '/password/reset/confirm/MQ/a-token',
    path: '/password/reset/confirm/:uid/:token',
  });
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const button = () => screen.getByRole('button', { name: /^Reset/ });

test('asks for the new password twice, and sends nothing where one is missing', { tags: '§5.10' }, async () => {
  const { visitor } = open();
  for (const label of Object.keys(BOTH)) expect(field(label)).toBeRequired();
  expect(button()).toHaveTextContent('Reset Password');
  await visitor.click(button());
  expect(field('New password')).toHaveAccessibleDescription(/^Enter a new password\./);
  expect(field('Confirm password')).toHaveAccessibleDescription('Enter the new password again.');
});

test('says that they differ, and sends nothing', async () => {
  const { visitor } = open();
  await fillIn(visitor, { ...BOTH, 'Confirm password': 'three tulips in the rian' });
  await visitor.click(button());
  expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
});

test('sends it with the parts of its link, and says so meanwhile', { tags: ['§7.18', '§8.20', 'G34'] }, async () => {
  const held = holdAnswer({ status: 500, body: {} });
  const asked = pretendApi({ [RESET]: held.answer });
  const { visitor } = open();
  await fillIn(visitor, BOTH);
  await visitor.click(button());
  expect(button()).toHaveTextContent(/^Resetting\.\.\.$/);
  held.release();
  expect(await screen.findByText('Failed to reset password. Please try again.')).toBeVisible();
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    [RESET, { new_password1: PASSWORD, new_password2: PASSWORD, uid: 'MQ', token: 'a-token' }],
  ]);
});

test('leads from a link that is no good to a new one', async () => {
  pretendApi({ [RESET]: { status: 400, body: { token: ['This link has been used or is too old.'] } } });
  const { visitor } = open();
  await fillIn(visitor, BOTH);
  await visitor.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to reset password. Please try again.This link has been used or is too old. Ask for a new link',
  );
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
});

test('a refusal renews nothing, and who is signed in stays so', { tags: 'D14' }, async () => {
  const tokens = pretendSignedIn();
  const asked = pretendApi({ [RESET]: { status: 401, body: { detail: 'No.' } } });
  const { visitor } = open();
  await fillIn(visitor, BOTH);
  await visitor.click(button());
  expect(await screen.findByText('Failed to reset password. Please try again.')).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(localStorage.getItem('access_token')).toBe(tokens.access);
});

test('two seconds after it was set, and not before, the login page opens', { tags: ['§8.21', '§9.12'] }, async () => {
  vi.useFakeTimers();
  pretendApi({ [RESET]: { body: {} } });
  const { visitor } = open();
  await fillIn(visitor, BOTH);
  await visitor.click(button());
  await act(() => vi.advanceTimersByTimeAsync(0));
  const said = screen.getByText('Password has been reset successfully.');
  expect(said).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Log in now' })).toHaveAttribute('href', '/login');
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(said).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('Now at /login')).toBeVisible();
});
