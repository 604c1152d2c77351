import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi, pretendOffline } from '../testing/pretend-api.ts';
import { makeTokens } from '../testing/pretend-signed-in.ts';
import { makeProfile } from '../testing/samples.ts';
import RegisterPage from './register-page.tsx';

const REGISTER = 'POST /api/user/register/';
const PASSWORD = 'three tulips in the rain';
const FILLED = {
  'First name': 'Rosalind',
  'Last name': 'Thorne',
  Username: 'rosalind',
  Email: 'rosalind@post.example',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
};
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const open = (at = '/register') => openPage(<RegisterPage />, { at });

async function register(changes: Partial<typeof FILLED> = {}) {
  const { visitor, ...page } = open();
  await fillIn(visitor, { ...FILLED, ...changes });
  const send = () => visitor.click(screen.getByRole('button', { name: 'Register' }));
  await send();
  return { visitor, send, ...page };
}

describe('The long form', () => {
  test('asks for six things, all of them needed, and sends exactly those', {
    tags: ['§3.8', '§4.15', '§5.8', 'G38'],
  }, async () => {
    const tokens = makeTokens();
    const asked = pretendApi({ [REGISTER]: { status: 201, body: { ...tokens, detail: 'Welcome.' } } });
    await register();
    expect(await screen.findByText('Now at /product')).toBeVisible();
    expect(asked.map(({ call, body }) => [call, body])).toEqual([
      [
        REGISTER,
        {
          first_name: 'Rosalind',
          last_name: 'Thorne',
          username: 'rosalind',
          email: 'rosalind@post.example',
          password1: PASSWORD,
          password2: PASSWORD,
        },
      ],
    ]);
    expect({ ...localStorage }).toMatchObject({ access_token: tokens.access, refresh_token: tokens.refresh });
    expect(await screen.findByRole('alert')).toHaveTextContent('Welcome.');
  });

  test('has the six fields of the specification and no more, of which one is an email', {
    tags: ['§3.8', '§4.15', '§5.8', 'G38'],
  }, () => {
    open();
    const form = screen.getByRole('form', { name: 'or register with a password' });
    const named = [...form.querySelectorAll('input')].map(({ labels, required }) => [
      labels?.[0]?.textContent,
      required,
    ]);
    expect(named).toEqual(Object.keys(FILLED).map((label) => [label, true]));
    expect(field('Email')).toHaveAttribute('type', 'email');
  });

  test('sent empty, says at every field what it needs, leads to the first, and nothing leaves the browser', async () => {
    const { visitor } = open();
    const send = () => visitor.click(screen.getByRole('button', { name: 'Register' }));
    await send();
    const words = {
      'First name': /^Enter a first name\.$/,
      'Last name': /^Enter a last name\.$/,
      Username: /^Enter a username\.$/,
      Email: /^Enter an email address\.$/,
      Password: /^Enter a password\. At least/,
      'Confirm password': /^Enter the password again\.$/,
    };
    for (const [label, refusal] of Object.entries(words)) {
      expect(field(label), label).toHaveAccessibleDescription(refusal);
      expect(field(label), label).toBeInvalid();
    }
    expect(field('First name')).toHaveFocus();
    // Nothing was sent, so nothing failed.
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();

    await fillIn(visitor, { 'First name': 'Rosalind' });
    expect(field('First name')).toHaveAccessibleDescription('');
    expect(field('Last name')).toBeInvalid();
    await send();
    expect(field('Last name')).toHaveFocus();
    expect(field('First name')).toHaveValue('Rosalind');
  });

  test('says that two passwords differ, and that there is no address', async () => {
    await register({ 'Confirm password': 'three tulips in the rian', Email: 'rosalind at post' });
    expect(field('Confirm password')).toHaveAccessibleDescription('Passwords do not match.');
    expect(field('Email')).toHaveAccessibleDescription('Enter a valid email address.');
    expect(field('Email')).toHaveFocus();
  });

  test('shows what the shop says under its field, the first message of each', { tags: ['§5.9', '§8.17'] }, async () => {
    const body = {
      email: ['Not this address.', 'Nor any like it.'],
      password1: ['Not this password.', 'Never.'],
      non_field_errors: ['Not these together.', 'Nor apart.'],
    };
    pretendApi({ [REGISTER]: { status: 400, body } });
    await register();
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Registration failed\.$/);
    expect(field('Email')).toHaveAccessibleDescription('Not this address.');
    expect(field('Password')).toHaveAccessibleDescription(/^Not this password\. At least/);
    expect(field('Confirm password')).toHaveAccessibleDescription('Not these together.');
    expect(screen.queryByText(/Nor any like it|Never\.|Nor apart/)).not.toBeInTheDocument();
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('leads whoever has an account to the login', async () => {
    pretendApi({
      [REGISTER]: { status: 400, body: { email: ['A user is already registered with this email address.'] } },
    });
    await register();
    const instead = await screen.findByRole('link', { name: 'Log in instead' });
    expect(instead).toHaveAttribute('href', '/login');
    expect(field('Email')).toHaveAccessibleDescription(/^A user is already registered with this email address\./);
    expect(field('Email')).toHaveFocus();
  });

  test.each([
    ['broken', { status: 500, body: '<h1>Oops</h1>' }, 'Something went wrong on our side. Nothing is lost.'],
    ['busy', { status: 503, body: { detail: 'We are very busy just now.' } }, 'We are very busy just now.'],
    // A call about the session itself: nothing is renewed, and nobody is led away.
    ['not willing', { status: 401, body: { detail: 'No.' } }, 'No.'],
    ['not reached', undefined, 'We couldn’t reach the shop. Nothing is lost: check your connection and try again.'],
  ])('keeps what was typed when the shop is %s, says so, and then it works', async (_, answer, words) => {
    if (answer) pretendApi({ [REGISTER]: answer });
    else pretendOffline();
    const { send } = await register();
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    for (const [label, text] of Object.entries(FILLED)) expect(field(label)).toHaveValue(text);
    pretendApi({ [REGISTER]: { status: 201, body: makeTokens() } });
    await send();
    expect(await screen.findByText('Now at /product')).toBeVisible();
  });

  test.each([
    ['without tokens', {}, 'Registered, but no tokens received.'],
    ['with one of two', { access: 'a' }, 'Registered, but no tokens received.'],
    ['without tokens, with words', { detail: 'Please open the letter first.' }, 'Please open the letter first.'],
  ])(
    'registered %s, she is told so in a plain notice and is not signed in',
    { tags: '§8.18' },
    async (_, body, words) => {
      pretendApi({ [REGISTER]: { status: 201, body } });
      await register();
      const notice = await screen.findByRole('alert');
      expect(notice).toHaveTextContent(words);
      expect(notice.closest('.Toastify__toast')).toHaveClass('Toastify__toast--default');
      expect(localStorage.getItem('access_token')).toBeNull();
      expect(screen.getByRole('button', { name: 'Register' })).toBeVisible();
    },
  );

  test('is sent once, and says so meanwhile', async () => {
    const held = holdAnswer({ status: 201, body: makeTokens() });
    const asked = pretendApi({ [REGISTER]: held.answer });
    const { visitor } = await register();
    const busy = screen.getByRole('button', { name: 'Registering…' });
    await visitor.click(busy);
    held.release();
    await screen.findByText('Now at /product');
    expect(asked).toHaveLength(1);
  });
});

describe('The short form, an email alone', () => {
  const CONTINUE = 'POST /api/user/continue-with-email/';
  const form = () => within(screen.getByRole('form', { name: 'Continue with your email' }));
  const email = () => screen.getByLabelText('Your email address');
  const send = () => form().getByRole('button', { name: 'Continue with your email' });

  test('stands before the long one, and signs a newcomer in', async () => {
    const tokens = makeTokens();
    const asked = pretendApi({ [CONTINUE]: { status: 201, body: { ...tokens, user: makeProfile() } } });
    const { visitor } = open();
    expect(send().compareDocumentPosition(field('First name'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(email()).toHaveAccessibleDescription('That is all we need. No password: next time we email you a code.');
    await visitor.type(email(), 'ada@post.example{Enter}');
    expect(await screen.findByText('Now at /product')).toBeVisible();
    expect(asked.map(({ body }) => body)).toEqual([{ email: 'ada@post.example' }]);
    expect(localStorage.getItem('access_token')).toBe(tokens.access);
  });

  test('signs nobody in whose address is known: the next page takes the code of a letter', async () => {
    pretendApi({ [CONTINUE]: { body: { detail: 'A letter is on its way.', ticket: 't'.repeat(43) } } });
    const { visitor } = open('/register?next=/history/7');
    await visitor.type(email(), 'ada@post.example{Enter}');
    expect(await screen.findByText('Now at /login-code?next=%2Fhistory%2F7')).toBeVisible();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(sessionStorage.getItem('login_code')).toContain('ada@post.example');
  });

  test.each([
    ['nothing', '', 'Enter an email address.'],
    ['no address', 'ada', 'Enter a valid email address.'],
  ])('sends nothing where it holds %s', async (_, typed, words) => {
    const { visitor } = open();
    if (typed) await visitor.type(email(), typed);
    await visitor.click(send());
    expect(email()).toHaveAccessibleDescription(new RegExp(`^${words}`));
    expect(email()).toHaveFocus();
  });

  test('says what the shop says, and keeps the address', async () => {
    pretendApi({ [CONTINUE]: { status: 429, body: { detail: 'Too many attempts. Try again in 1 minute.' } } });
    const { visitor } = open();
    await visitor.type(email(), 'ada@post.example{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in 1 minute.');
    expect(email()).toHaveValue('ada@post.example');
  });
});

test('Whoever was on the way somewhere is told so, and comes to it after registering', async () => {
  pretendApi({ [REGISTER]: { status: 201, body: makeTokens() } });
  const { visitor } = open('/register?next=/profile');
  const logIn = screen.getByRole('link', { name: /^To see your account, log in$/ });
  expect(logIn).toHaveAttribute('href', '/login?next=%2Fprofile');
  await fillIn(visitor, FILLED);
  await visitor.click(screen.getByRole('button', { name: 'Register' }));
  // A private page is entered by a document load.
  await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/profile'));
});
