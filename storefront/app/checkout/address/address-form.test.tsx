import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { fillIn, openPage } from '../../testing/open-page.tsx';
import { pretendApi, pretendOffline } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import { makeAddress, makeProfile } from '../../testing/samples.ts';
import { AddressForm } from './address-form.tsx';

const ADD = 'POST /api/user/profile/address/';
const FILLED = {
  'Who are they for?': 'Nell Whitcombe',
  'Street address': '12 Gillygate',
  'Flat, house name or number': 'Flat 3, Alder House',
  City: 'York',
  'Postal code': 'yo317eq',
};
const saved = vi.fn();
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const open = (props: { address?: Address; asksName?: boolean } = {}) =>
  openPage(<AddressForm onSaved={saved} {...props} />, { at: '/cart?step=address' });

async function send(changes: Record<string, string> = {}) {
  const page = open();
  await fillIn(page.visitor, { ...FILLED, ...changes });
  await page.visitor.click(screen.getByRole('button', { name: 'Add address' }));
  return page;
}

beforeEach(() => {
  saved.mockReset();
  pretendSignedIn();
});

test('has its country fixed, three fields that are needed and a postal code of 20 characters', {
  tags: ['§5.1', '§5.3', '§5.4', '§9.8', 'G9'],
}, async () => {
  const { visitor } = open();
  expect(field('Country')).toHaveValue('GB');
  expect(field('Country')).toBeDisabled();
  for (const label of ['City', 'Street address', 'Flat, house name or number']) expect(field(label)).toBeRequired();
  for (const label of ['Postal code', 'Phone', 'Who are they for?']) expect(field(label)).not.toBeRequired();
  expect(field('Postal code')).toHaveAttribute('maxlength', '20');
  await visitor.type(field('Postal code'), 'x'.repeat(25));
  expect(field('Postal code')).toHaveValue('x'.repeat(20));
});

test('sends its fields with country and kind, says so, and is empty again', {
  tags: ['§2.19', '§7.10', '§7.12', '§8.16', 'G9'],
}, async () => {
  const added = makeAddress({ recipient_name: 'Nell Whitcombe', phone: '01904 960 000' });
  const asked = pretendApi({ [ADD]: { status: 201, body: added } });
  await send({ Phone: '01904 960 000' });
  expect(await screen.findByText('Your address has been added.')).toBeVisible();
  expect(asked.map(({ body }) => body)).toEqual([
    {
      city: 'York',
      street_address: '12 Gillygate',
      apartment_address: 'Flat 3, Alder House',
      country: 'GB',
      address_type: 'S',
      postal_code: 'yo317eq',
      phone: '01904 960 000',
      recipient_name: 'Nell Whitcombe',
    },
  ]);
  expect(saved).toHaveBeenCalledWith(added);
  expect(field('City')).toHaveValue('');
});

test('sent empty, says what is needed, leads to the first, and sends nothing', async () => {
  const { visitor } = open();
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  expect(field('Street address')).toHaveAccessibleDescription('Enter a street address.');
  expect(field('City')).toHaveAccessibleDescription('Enter a city.');
  expect(field('Flat, house name or number')).toBeInvalid();
  expect(field('Street address')).toHaveFocus();
});

test('sends nothing while the postal code is longer than 20 characters, and says so', { tags: '§5.2' }, async () => {
  const { visitor } = open();
  field('Postal code').removeAttribute('maxlength');
  await fillIn(visitor, { ...FILLED, 'Postal code': 'x'.repeat(21) });
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  expect(field('Postal code')).toHaveAccessibleDescription('Postal code must be no more than 20 characters.');
});

test('hints at a postal code that is missing, and refuses in words one that cannot be', { tags: 'G8' }, async () => {
  const { visitor } = await send({ 'Postal code': 'not a postcode' });
  expect(field('Postal code')).toHaveAccessibleDescription(
    'This is no postcode of the United Kingdom. Please check it, or leave it empty.',
  );
  await fillIn(visitor, { 'Postal code': '' });
  expect(field('Postal code')).toHaveAccessibleDescription('It helps the driver find the door.');
  const asked = pretendApi({ [ADD]: { status: 201, body: makeAddress({ postal_code: '' }) } });
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(asked[0]?.body).toMatchObject({ postal_code: '' });
});

test('refuses half a phone number in words', async () => {
  await send({ Phone: '07700' });
  expect(field('Phone')).toHaveAccessibleDescription(
    'Please give a whole phone number, such as 07700 900142, or +1 202 555 0142 from abroad. For the driver only.',
  );
});

test('shows what the shop says under the field it is about, the first message of each', {
  tags: ['§5.5', '§8.15'],
}, async () => {
  pretendApi({
    [ADD]: {
      status: 400,
      body: { city: ['We do not know York.', 'Nor Leeds.'], postal_code: ['Not there.', 'Nor here.'] },
    },
  });
  await send();
  await waitFor(() => expect(field('City')).toHaveAccessibleDescription('We do not know York.'));
  expect(field('Postal code')).toHaveAccessibleDescription('Not there.');
  expect(screen.queryByText(/Nor Leeds|Nor here/)).not.toBeInTheDocument();
  expect(field('Street address')).toHaveValue('12 Gillygate');
});

test.each([
  ['nothing in words', { status: 400, body: {} }],
  ['nothing, being broken', { status: 500 }],
  ['nothing at all', undefined],
])('says An error occurred where the shop says %s, and then it works', { tags: '§8.15' }, async (_, answer) => {
  if (answer) pretendApi({ [ADD]: answer });
  else pretendOffline();
  const { visitor } = await send();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^An error occurred$/);
  pretendApi({ [ADD]: { status: 201, body: makeAddress() } });
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  expect(await screen.findByText('Your address has been added.')).toBeVisible();
});

test('leads whoever is no longer signed in to the login page, without tokens', { tags: '§8.14' }, async () => {
  pretendApi({ [ADD]: { status: 401, body: {} }, 'POST /auth/refresh/': { status: 401, body: {} } });
  window.history.replaceState(null, '', '/cart?step=address');
  await send();
  expect(await screen.findByText('Now at /login?next=%2Fcart%3Fstep%3Daddress')).toBeVisible();
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(localStorage.getItem('refresh_token')).toBeNull();
});

test('edits an address: what is there is filled in, and what is left out stays of its kind', async () => {
  const address = makeAddress({ address_type: 'B', recipient_name: 'Nell Whitcombe' });
  const edited = { ...address, city: 'Leeds' };
  const asked = pretendApi({ 'PATCH /api/user/profile/address/3/': { body: edited } });
  const { visitor } = open({ address });
  expect(field('Who are they for?')).toHaveValue('Nell Whitcombe');
  expect(field('Postal code')).toHaveValue('YO31 7EQ');
  await fillIn(visitor, { City: 'Leeds' });
  await visitor.click(screen.getByRole('button', { name: 'Save address' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith(edited));
  expect(asked.map(({ body }) => body)).toEqual([
    expect.objectContaining({ city: 'Leeds', country: 'GB', address_type: 'B' }),
  ]);
});

test('asks a buyer without a name for it, and saves it first', async () => {
  const { visitor } = open({ asksName: true });
  await fillIn(visitor, FILLED);
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  expect(field('Your name')).toHaveAccessibleDescription(/^Enter your name\./);
  const asked = pretendApi({
    'PATCH /api/user/profile/': { body: makeProfile() },
    [ADD]: { status: 201, body: makeAddress() },
  });
  await fillIn(visitor, { 'Your name': 'Rosalind Thorne' });
  await visitor.click(screen.getByRole('button', { name: 'Add address' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(asked.map(({ call }) => call)).toEqual(['PATCH /api/user/profile/', ADD]);
  expect(asked[0]?.body).toMatchObject({ first_name: 'Rosalind', last_name: 'Thorne' });
});
