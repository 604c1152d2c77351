import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Profile, Session } from '#contract/accounts.ts';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { type Asked, pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeProfile } from '../testing/samples.ts';
import ProfilePage from './profile-page.tsx';

const PROFILE = 'GET /api/user/profile/';
const SESSIONS = 'GET /api/user/profile/sessions/';
const PASSWORD = 'POST /api/user/profile/password/';
const EMAIL = 'POST /api/user/profile/email/';
const NAME = 'PATCH /api/user/profile/';
const HERE: Session = {
  id: '00000000-0000-4000-8000-000000000001',
  device: 'Firefox',
  signed_in_at: '2026-01-01T08:00:00.000Z',
  last_used_at: '2026-01-01T09:00:00.000Z',
  is_this_one: true,
};
const THERE: Session = {
  ...HERE,
  id: '00000000-0000-4000-8000-000000000002',
  device:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  is_this_one: false,
};

const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const changesOf = (asked: Asked[]) =>
  asked.filter(({ call }) => !call.startsWith('GET ')).map(({ call, body }) => [call, body]);

async function open(more: Parameters<typeof pretendApi>[0] = {}, profile: Partial<Profile> = {}) {
  const known = { [PROFILE]: { body: makeProfile(profile) }, [SESSIONS]: { body: [HERE, THERE] } };
  const asked = pretendApi({ ...known, ...more });
  const page = openPage(<ProfilePage />, { at: '/profile?tab=details' });
  await screen.findByRole('heading', { name: 'Your name' });
  return { asked, ...page };
}

beforeEach(() => {
  pretendSignedIn();
});

describe('The name', () => {
  test('is saved, said, and greets', async () => {
    const { visitor, asked } = await open({ [NAME]: { body: makeProfile({ first_name: 'Rosie' }) } });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, Rosalind.');
    await fillIn(visitor, { 'First name': 'Rosie' });
    await visitor.click(button('Save'));
    expect(await screen.findByText('Your details have been saved.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Hello, Rosie.');
    expect(changesOf(asked)).toEqual([[NAME, { first_name: 'Rosie', last_name: 'Thorne', username: 'rosalind' }]]);
  });

  test('that is missing is refused under its field, and nothing is sent', async () => {
    const { visitor } = await open();
    await fillIn(visitor, { 'Last name': '' });
    await visitor.click(button('Save'));
    expect(field('Last name')).toHaveAccessibleDescription('Enter a last name.');
    expect(field('Last name')).toHaveFocus();
  });

  test('that is not saved says so, with why', async () => {
    const { visitor } = await open({ [NAME]: { status: 409, body: { detail: 'Somebody has this username.' } } });
    await visitor.click(button('Save'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Your details have not been saved.Somebody has this username.',
    );
  });

  test('that was made up is shown to nobody and need not be given', async () => {
    const { visitor, asked } = await open({ [NAME]: { body: makeProfile() } }, { username: 'guest-0123456789ab' });
    expect(field('Username')).toHaveValue('');
    await visitor.click(button('Save'));
    await screen.findByText('Your details have been saved.');
    expect(changesOf(asked)).toEqual([[NAME, { first_name: 'Rosalind', last_name: 'Thorne' }]]);
  });
});

describe('The password', () => {
  const NEW = 'a wheelbarrow full of peonies';
  const FILLED = { 'Your password': 'three tulips', 'New password': NEW, 'Confirm password': NEW };

  test('is changed, said, and the focus is back at its button', async () => {
    const { visitor, asked } = await open({ [PASSWORD]: { body: { detail: 'Your password has been changed.' } } });
    await visitor.click(button('Change password'));
    expect(field('Your password')).toHaveFocus();
    await fillIn(visitor, FILLED);
    await visitor.click(button('Change password'));
    expect(await screen.findByText('Your password has been changed.')).toBeVisible();
    await waitFor(() => expect(button('Change password')).toHaveFocus());
    expect(changesOf(asked)[0]).toEqual([
      PASSWORD,
      { password: 'three tulips', new_password1: NEW, new_password2: NEW },
    ]);
  });

  test.each([
    [{ 'Confirm password': 'peonies' }, 'Confirm password', /^Passwords do not match\.$/],
    [{ 'New password': '', 'Confirm password': '' }, 'New password', /^Enter a new password\./],
  ])('with %j sends nothing, and says why', async (changes, label, words) => {
    const { visitor } = await open();
    await visitor.click(button('Change password'));
    await fillIn(visitor, { ...FILLED, ...changes });
    await visitor.click(button('Change password'));
    expect(field(label)).toHaveAccessibleDescription(words);
  });

  test('that is not theirs is refused under its field', async () => {
    const { visitor } = await open({ [PASSWORD]: { status: 400, body: { password: ['Incorrect password.'] } } });
    await visitor.click(button('Change password'));
    await fillIn(visitor, FILLED);
    await visitor.click(button('Change password'));
    await waitFor(() => expect(field('Your password')).toHaveAccessibleDescription('Incorrect password.'));
    expect(field('Your password')).toHaveFocus();
  });

  test('whose answer was lost may have been changed, and it is said', async () => {
    const { visitor } = await open({ [PASSWORD]: { status: 502 } });
    await visitor.click(button('Change password'));
    await fillIn(visitor, FILLED);
    await visitor.click(button('Change password'));
    expect(await screen.findByRole('alert')).toHaveTextContent('your password may have been changed already.');
  });

  test('is set for the first time with a code by email', async () => {
    const { visitor, asked } = await open(
      { 'POST /api/user/profile/code/': { body: { detail: 'A letter with a code is on its way to you.' } } },
      { has_password: false },
    );
    await visitor.click(button('Set a password'));
    await visitor.click(button('Send me the code'));
    expect(await screen.findByText('A letter with a code is on its way to you.')).toBeVisible();
    pretendApi({ [PROFILE]: { body: makeProfile() }, [SESSIONS]: { body: [HERE] }, [PASSWORD]: { body: {} } });
    await fillIn(visitor, { 'Code from the letter': '123456', 'New password': NEW, 'Confirm password': NEW });
    await visitor.click(button('Set password'));
    expect(await screen.findByText('Your password has been set.')).toBeVisible();
    expect(changesOf(asked).at(-1)?.[1]).toMatchObject({ code: '123456', new_password1: NEW });
  });
});

describe('The email address', () => {
  test('waits until its letter is opened, can have it sent again, and be given up', async () => {
    const waiting = makeProfile({ new_email: 'new@post.example' });
    const { visitor, asked } = await open({ [EMAIL]: { body: waiting } });
    expect(screen.getByText('Confirmed')).toBeVisible();
    await visitor.click(button('Change email'));
    await fillIn(visitor, { 'New email': 'new@post.example', 'Your password': 'three tulips' });
    await visitor.click(button('Change email'));
    expect(await screen.findByText('new@post.example')).toBeVisible();
    expect(changesOf(asked)[0]?.[1]).toEqual({ email: 'new@post.example', password: 'three tulips' });
    pretendApi({
      'POST /api/user/profile/resend-confirmation/': { body: {} },
      'DELETE /api/user/profile/email/': { body: makeProfile() },
    });
    await visitor.click(button('Send again'));
    expect(await screen.findByText('The letter is on its way again.')).toBeVisible();
    await visitor.click(button('Give up'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Give up' })).not.toBeInTheDocument());
    expect(screen.getByText('rosalind@post.example')).toBeVisible();
  });

  test('that is none is refused before it is sent', async () => {
    const { visitor } = await open();
    await visitor.click(button('Change email'));
    await fillIn(visitor, { 'New email': 'not an address' });
    await visitor.click(button('Change email'));
    expect(field('New email')).toBeInvalid();
  });
});

describe('Where one is signed in', () => {
  const devices = () =>
    within(screen.getByRole('region', { name: 'Where you are signed in' })).getAllByRole('listitem');

  test('names each device; all but this one can be signed out', async () => {
    const { visitor } = await open({ [`DELETE /api/user/profile/sessions/${THERE.id}/`]: { status: 204 } });
    await waitFor(() => expect(devices()).toHaveLength(2));
    expect(devices()[0]).toHaveTextContent('This device');
    expect(within(devices()[0] ?? document.body).queryByRole('button')).not.toBeInTheDocument();
    await visitor.click(button('Sign out: Safari on an iPhone'));
    expect(await screen.findByText('Signed out there.')).toBeVisible();
    expect(devices()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  test('one that could not be signed out stays, it is said, and Try again does it', async () => {
    const { visitor } = await open({ 'DELETE /api/user/profile/sessions/': { status: 403, body: { detail: 'No.' } } });
    await visitor.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('The others could not be signed out. No.');
    expect(devices()).toHaveLength(2);
    pretendApi({ 'DELETE /api/user/profile/sessions/': { status: 204 } });
    await visitor.click(button('Try again'));
    expect(await screen.findByText('Signed out everywhere else.')).toBeVisible();
    expect(devices()).toHaveLength(1);
  });

  test('a list that does not come is said so, and comes when asked again', async () => {
    const { visitor } = await open({ [SESSIONS]: { status: 403, body: { detail: 'No.' } } });
    expect(await screen.findByRole('alert')).toHaveTextContent('This list could not be loaded. No.');
    expect(field('First name')).toHaveValue('Rosalind');
    pretendApi({ [SESSIONS]: { body: [HERE] } });
    await visitor.click(button('Try again'));
    await waitFor(() => expect(devices()).toHaveLength(1));
  });
});

describe('Deleting the account', () => {
  const DELETE = 'POST /api/user/profile/delete/';

  test('asks for the password, refuses a wrong one under its field, then is done and signed out', async () => {
    const { visitor } = await open({ [DELETE]: { status: 400, body: { password: ['Incorrect password.'] } } });
    await visitor.click(button('Delete my account'));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    await fillIn(visitor, { 'Your password': 'three tulips' });
    await visitor.click(dialog.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(field('Your password')).toHaveAccessibleDescription('Incorrect password.'));
    pretendApi({ [DELETE]: { body: { detail: 'Your account has been deleted.' } } });
    await visitor.click(dialog.getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Now at /')).toBeVisible();
    expect(await screen.findByText('Your account has been deleted.')).toBeVisible();
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('can be left', async () => {
    const { visitor } = await open();
    await visitor.click(button('Delete my account'));
    await visitor.click(button('Keep it'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

test('Details that do not come are said so, and come when asked again', async () => {
  pretendApi({ [PROFILE]: { status: 403, body: { detail: 'Not now.' } }, [SESSIONS]: { body: [HERE] } });
  const { visitor } = openPage(<ProfilePage />, { at: '/profile?tab=details' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Your details could not be loaded. Not now.');
  pretendApi({ [PROFILE]: { body: makeProfile() }, [SESSIONS]: { body: [HERE] } });
  await visitor.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Your name' })).toBeVisible();
});
