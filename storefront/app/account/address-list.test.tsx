import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SavedAddress } from '#contract/addresses.ts';
import { fillIn, openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi, pretendOffline } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeAddress, makeProfile } from '../testing/samples.ts';
import ProfilePage from './profile-page.tsx';

const LIST = 'GET /api/user/profile/address/';
const ADD = 'POST /api/user/profile/address/';
const FLAT = makeAddress({ id: 1, apartment_address: 'Flat 3, Alder House', phone: '07700 900142' });
const FORGE = makeAddress({ id: 2, apartment_address: 'The Old Forge', recipient_name: 'Nell Whitcombe' });
const BELL = makeAddress({ id: 3, apartment_address: 'Top bell' });
const ALL = [FLAT, FORGE, BELL];

const names = () => {
  const list = screen.queryByRole('list', { name: 'Your addresses' });
  return list
    ? within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent)
    : [];
};
const radio = (name: string) => screen.getByRole('radio', { name });
const button = (name: string) => screen.getByRole('button', { name });
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const note = () => screen.queryByText('Selected address')?.closest('p');

/** Opens the list; from then on these calls are answered, and what the page asks is written down. */
async function openList(addresses: SavedAddress[] = ALL, then: Parameters<typeof pretendApi>[0] = {}) {
  pretendApi({ 'GET /api/user/profile/': { body: makeProfile() }, [LIST]: { body: addresses } });
  const page = openPage(<ProfilePage />, { at: '/profile?tab=addresses' });
  await screen.findByRole('navigation', { name: 'Account' });
  const asked = pretendApi(then);
  asked.length = 0;
  return { ...page, asked };
}

beforeEach(() => {
  pretendSignedIn();
});

test('a card has the address as its heading, who and how to reach them, and one line of it all', async () => {
  await openList();
  expect(names()).toEqual(['Flat 3, Alder House', 'The Old Forge', 'Top bell']);
  const [flat, forge] = screen.getByRole('list', { name: 'Your addresses' }).children;
  expect(flat).toHaveTextContent('Flat 3, Alder House07700 900142GB, York, 12 Gillygate, Flat 3, Alder House');
  expect(forge).toHaveTextContent('The Old ForgeNell WhitcombeGB, York, 12 Gillygate, The Old Forge');
});

test('pressing a card anywhere chooses it, for the eyes alone: its note stands below, and nothing is sent', async () => {
  const { visitor, asked } = await openList();
  expect(note()).toBeUndefined();
  await visitor.click(screen.getByText('GB, York, 12 Gillygate, The Old Forge'));
  expect(radio('The Old Forge')).toBeChecked();
  expect(note()).toHaveTextContent(/^Selected addressGB, York, 12 Gillygate, The Old Forge$/);
  await visitor.click(radio('Top bell'));
  expect(radio('The Old Forge')).not.toBeChecked();
  expect(note()).toHaveTextContent('GB, York, 12 Gillygate, Top bell');
  expect(asked).toEqual([]);
});

test('deleting takes the card and its note away at once, says so with the answer, and Undo adds it again', async () => {
  const held = holdAnswer({ status: 204 });
  const again = { ...FORGE, id: 9 };
  const { visitor, asked } = await openList(ALL, {
    'DELETE /api/user/profile/address/2/': held.answer,
    [ADD]: { status: 201, body: again },
  });
  await visitor.click(radio('The Old Forge'));
  await visitor.click(button('Delete The Old Forge'));
  expect(names()).toEqual(['Flat 3, Alder House', 'Top bell']);
  expect(note()).toBeUndefined();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await waitFor(() => expect(button('Delete Top bell')).toHaveFocus());
  held.release();
  expect(await screen.findByText('The Old Forge has been deleted.')).toBeVisible();
  await visitor.click(button('Undo'));
  await waitFor(() => expect(names()).toEqual(['Flat 3, Alder House', 'Top bell', 'The Old Forge']));
  expect(radio('The Old Forge')).toBeChecked();
  const { id: _id, ...body } = FORGE;
  expect(asked.map(({ call, body: sent }) => [call, sent])).toEqual([
    ['DELETE /api/user/profile/address/2/', undefined],
    [ADD, body],
  ]);
});

test('an address that was gone already is gone, as wanted', async () => {
  const { visitor } = await openList(ALL, { 'DELETE /api/user/profile/address/3/': { status: 404 } });
  await visitor.click(button('Delete Top bell'));
  expect(await screen.findByText('Top bell has been deleted.')).toBeVisible();
  expect(names()).toEqual(['Flat 3, Alder House', 'The Old Forge']);
});

test('one that could not be deleted is back, it is said, and Try again deletes it', {
  tags: ['§7.24', '§8.6', 'D9'],
}, async () => {
  const { visitor } = await openList(ALL, {
    'DELETE /api/user/profile/address/3/': { status: 503, body: { detail: 'We are very busy just now.' } },
  });
  await visitor.click(button('Delete Top bell'));
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Top bell could not be deleted. We are very busy just now.');
  await waitFor(() => expect(names()).toHaveLength(3));
  pretendApi({ 'DELETE /api/user/profile/address/3/': { status: 204 } });
  await visitor.click(within(failure).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(names()).toEqual(['Flat 3, Alder House', 'The Old Forge']));
  expect(failure).not.toBeInTheDocument();
});

test('one that could not be added again is said, with why', async () => {
  const { visitor } = await openList(ALL, {
    'DELETE /api/user/profile/address/3/': { status: 204 },
    [ADD]: { status: 400, body: { non_field_errors: ['You have 50 addresses already.'] } },
  });
  await visitor.click(button('Delete Top bell'));
  await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Top bell could not be added again. You have 50 addresses already.')).toBeVisible();
});

const answerList = (status: number, detail: string) =>
  pretendApi({ 'GET /api/user/profile/': { body: makeProfile() }, [LIST]: { status, body: { detail } } });

test.each([
  ['are refused', () => answerList(403, 'Not now.'), 'Not now.'],
  ['meet a busy shop', () => answerList(503, 'We are very busy just now.'), 'We are very busy just now.'],
  ['meet no shop at all', pretendOffline, 'We couldn’t reach the shop.'],
])('those that %s are said not to have come, and come when asked again', { tags: 'D9' }, async (_, fail, words) => {
  vi.useFakeTimers();
  fail();
  const { visitor } = openPage(<ProfilePage />, { at: '/profile?tab=addresses' });
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent(`Your addresses could not be loaded. ${words}`);
  expect(screen.queryByText('No addresses yet.')).not.toBeInTheDocument();
  pretendApi({ [LIST]: { body: ALL } });
  await visitor.click(button('Try again'));
  await waitFor(() => expect(names()).toHaveLength(3));
  expect(failure).not.toBeInTheDocument();
});

test('the first is added where there are none; the focus goes into the form and comes back', {
  tags: ['§6.3', '§8.16'],
}, async () => {
  const { visitor } = await openList([], { [ADD]: { status: 201, body: FLAT } });
  expect(screen.getByRole('heading', { name: 'No addresses yet.' })).toBeVisible();
  await visitor.click(button('Add address'));
  expect(screen.getByRole('heading', { name: 'A new address' })).toHaveFocus();
  await visitor.click(button('Cancel'));
  expect(button('Add address')).toHaveFocus();
  await visitor.click(button('Add address'));
  await fillIn(visitor, {
    'Street address': '12 Gillygate',
    'Flat, house name or number': 'Flat 3, Alder House',
    City: 'York',
  });
  await visitor.click(button('Add address'));
  expect(await screen.findByText('Your address has been added.')).toBeVisible();
  expect(names()).toEqual(['Flat 3, Alder House']);
  expect(button('Add address')).toHaveFocus();
});

test('one is corrected in its place; the focus goes into the form and comes back', {
  tags: ['§6.3', '§8.16'],
}, async () => {
  const { visitor } = await openList(ALL, {
    'PATCH /api/user/profile/address/2/': { body: { ...FORGE, apartment_address: 'The New Forge' } },
  });
  await visitor.click(button('Edit The Old Forge'));
  expect(screen.getByRole('heading', { name: 'Edit The Old Forge' })).toHaveFocus();
  await visitor.click(button('Cancel'));
  expect(button('Edit The Old Forge')).toHaveFocus();
  await visitor.click(button('Edit The Old Forge'));
  expect(field('Who are they for?')).toHaveValue('Nell Whitcombe');
  await fillIn(visitor, { 'Flat, house name or number': 'The New Forge' });
  await visitor.click(button('Save address'));
  await waitFor(() => expect(names()).toEqual(['Flat 3, Alder House', 'The New Forge', 'Top bell']));
  expect(button('Edit The New Forge')).toHaveFocus();
});

test('what it remembers for the driver is shown, forgotten when asked, and chooses nothing', async () => {
  const wished = { ...FLAT, driver_note: 'Green gate', nobody_in: 'porch' as const, swap_choice: 'ask' as const };
  const { visitor } = await openList([wished, FORGE], {
    'DELETE /api/user/profile/address/1/wishes/': { status: 503, body: { detail: 'We are very busy.' } },
  });
  expect(screen.getByText('For the driver: Green gate')).toBeVisible();
  expect(screen.getByText(/^Nobody in: .*porch\. A flower missing: you are asked first\.$/)).toBeVisible();
  await visitor.click(button('Forget the wishes for Flat 3, Alder House'));
  expect(await screen.findByText('They have not been forgotten. We are very busy.')).toBeVisible();
  pretendApi({ 'DELETE /api/user/profile/address/1/wishes/': { body: FLAT } });
  await visitor.click(button('Forget the wishes for Flat 3, Alder House'));
  expect(await screen.findByText('The wishes for Flat 3, Alder House have been forgotten.')).toBeInTheDocument();
  expect(screen.queryByText('For the driver: Green gate')).not.toBeInTheDocument();
  await waitFor(() => expect(button('Edit Flat 3, Alder House')).toHaveFocus());
  expect(radio('Flat 3, Alder House')).not.toBeChecked();
});

test('a note for the driver does not follow an address to another street', async () => {
  const wished = { ...FLAT, driver_note: 'Green gate' };
  const { visitor } = await openList([wished], {
    'PATCH /api/user/profile/address/1/': { body: { ...FLAT, street_address: '9 Bootham' } },
  });
  await visitor.click(button('Edit Flat 3, Alder House'));
  await fillIn(visitor, { 'Street address': '9 Bootham' });
  await visitor.click(button('Save address'));
  expect(
    await screen.findByText('The note for the driver was about the old address. It has been removed.'),
  ).toBeVisible();
});
