import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import { makeTokens } from '../../testing/pretend-signed-in.ts';
import LoginCodePage from './login-code-page.tsx';

const ASK = 'POST /api/user/login-code/';
const USE = 'POST /api/user/login-code/use/';
const TICKET = 't'.repeat(43);
const open = (at = '/login-code') => openPage(<LoginCodePage />, { at });
const email = () => screen.getByLabelText('Email');
const code = () => screen.getByLabelText('Code from the letter');
const title = () => screen.getByRole('heading', { level: 1 });

describe('Asking for a code', () => {
  test.each([
    ['nothing', '', 'Enter an email address.'],
    ['no address', 'ada', 'Enter a valid email address.'],
  ])('sends nothing where the field holds %s, and leads there', async (_, typed, words) => {
    const { visitor } = open();
    if (typed) await visitor.type(email(), typed);
    await visitor.click(screen.getByRole('button', { name: 'Send me a code' }));
    expect(email()).toHaveAccessibleDescription(words);
    expect(email()).toHaveFocus();
  });

  test('says the same whether or not the address is known, and takes the code in this tab', async () => {
    const asked = pretendApi({ [ASK]: { body: { detail: 'Sent.', ticket: TICKET } } });
    const { visitor } = open();
    expect(title()).toHaveTextContent('No password needed.');
    await visitor.type(email(), 'ada@post.example{Enter}');
    expect(await screen.findByRole('heading', { name: 'Look in your inbox.' })).toBeVisible();
    expect(screen.getByText(/^If we know/)).toHaveTextContent('If we know ada@post.example, a letter with six digits');
    expect(code()).toHaveFocus();
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@post.example' }]);
  });

  test('says what the shop says, and keeps the address', async () => {
    pretendApi({ [ASK]: { status: 429, body: { detail: 'Too many letters. Try again in an hour.' } } });
    const { visitor } = open();
    await visitor.type(email(), 'ada@post.example{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many letters. Try again in an hour.');
    expect(email()).toHaveValue('ada@post.example');
  });

  test('leads back to the password, with the page that was wanted', () => {
    open('/login-code?next=/history');
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fhistory');
  });
});

describe('Typing the code', () => {
  beforeEach(() => {
    const until = Date.now() + 60_000;
    sessionStorage.setItem('login_code', JSON.stringify({ email: 'ada@post.example', ticket: TICKET, until }));
  });
  const type = (digits: string) => {
    const page = open();
    return page.visitor.type(code(), `${digits}{Enter}`).then(() => page);
  };

  test('takes it with a space, as the letter has it, and logs in', async () => {
    const asked = pretendApi({ [USE]: { body: makeTokens() } });
    await type('123 456');
    expect(await screen.findByText('Now at /')).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ ticket: TICKET, code: '123 456', remember: false }]);
    expect(sessionStorage.getItem('login_code')).toBeNull();
  });

  test.each(['', '12345', 'abcdef'])('sends nothing where it is “%s”', async (typed) => {
    await type(typed);
    expect(code()).toHaveAccessibleDescription(/^Enter the six digits from the letter\./);
    expect(code()).toHaveFocus();
  });

  test('says under the field what the shop says of it', async () => {
    pretendApi({ [USE]: { status: 400, body: { code: ['This is not the code. You have 4 tries left.'] } } });
    await type('000000');
    expect(await screen.findByText('This is not the code. You have 4 tries left.')).toBeVisible();
    expect(code()).toHaveAccessibleDescription(/You have 4 tries left/);
    expect(code()).toHaveFocus();
  });

  test('another code ends the earlier one, whose ticket goes with it', async () => {
    const asked = pretendApi({ [ASK]: { body: { detail: 'Sent.', ticket: 'u'.repeat(43) } } });
    const { visitor } = open();
    await visitor.click(screen.getByRole('button', { name: 'Send another code' }));
    expect(await screen.findByText('Another code is on its way. The earlier one has ended.')).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@post.example', ticket: TICKET }]);
    expect(sessionStorage.getItem('login_code')).toContain('u'.repeat(43));
  });

  test('another address begins anew', async () => {
    const { visitor } = open();
    await visitor.click(screen.getByRole('button', { name: 'Use another email' }));
    expect(title()).toHaveTextContent('No password needed.');
    expect(sessionStorage.getItem('login_code')).toBeNull();
  });
});
