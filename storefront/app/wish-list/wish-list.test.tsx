import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_WISH_LIST } from '#contract/limits.ts';
import { openPage } from '../testing/open-page.tsx';
import { type Answer, holdAnswer, pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeProduct } from '../testing/samples.ts';
import { Heart } from './heart.tsx';
import { ShareList } from './share-list.tsx';
import SharedListPage from './shared-list-page.tsx';
import WishListPage from './wish-list-page.tsx';

const BOUQUETS = [makeProduct(), makeProduct({ id: 2, name: 'Tearoom', price: 36 })];
const LIST = 'GET /api/user/wish-list/';
const OF = 'GET /api/wish-list/bouquets/?ids=';
const LINK = '/api/user/wish-list/link/';
const SHARED = { url: 'https://shop.example/wish-list/abc', shows_name: false };

/** What another tab of this browser has stored. */
const storeGuestList = (...products: number[]) =>
  act(() => {
    if (products.length > 0)
      localStorage.setItem('wish_list', JSON.stringify({ who: '', products, unmerged: products, fetchedAt: 0 }));
    dispatchEvent(new StorageEvent('storage', { key: 'wish_list' }));
  });

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const heart = () => button('Save Peony Weather to your wish list');

describe('A heart', () => {
  const open = () => openPage(<Heart product={{ id: 1, name: 'Peony Weather' }} className="" />, { at: '/product' });

  test('of a guest is pressed at once, says so with the way to the list, and is taken back by the next press', async () => {
    const { visitor } = open();
    storeGuestList();
    await visitor.click(heart());
    expect(heart()).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findAllByText(/Peony Weather is on your wish list\./)).not.toHaveLength(0);
    expect(screen.getByRole('link', { name: 'See your list' })).toHaveAttribute('href', '/wish-list');
    await visitor.click(heart());
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem('wish_list')).toBeNull();
  });

  test('is refused where the list is full', async () => {
    const { visitor } = open();
    storeGuestList(...Array.from({ length: MAX_WISH_LIST }, (_, place) => place + 2));
    await visitor.click(heart());
    expect(
      await screen.findAllByText(/^Your wish list has room for \d+ bouquets\. Please remove one/),
    ).not.toHaveLength(0);
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
  });

  test('of somebody signed in is pressed at once; words come with the shop’s answer', async () => {
    pretendSignedIn();
    const held = holdAnswer({ body: { products: [1], link: null } });
    const asked = pretendApi({ 'PUT /api/user/wish-list/1/': held.answer });
    const { visitor } = open();
    storeGuestList();
    await visitor.click(heart());
    expect(heart()).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.queryByText(/is on your wish list/)).not.toBeInTheDocument();
    held.release();
    expect(await screen.findAllByText(/Peony Weather is on your wish list\./)).not.toHaveLength(0);
  });

  test('that the shop refuses is as it was, with the reason', async () => {
    pretendSignedIn();
    pretendApi({ 'PUT /api/user/wish-list/1/': { status: 400, body: { non_field_errors: ['Your list is full.'] } } });
    const { visitor } = open();
    storeGuestList();
    await visitor.click(heart());
    expect(await screen.findAllByText('Your list is full.')).not.toHaveLength(0);
    expect(heart()).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('One’s own list', () => {
  const open = () => openPage(<WishListPage />, { at: '/wish-list' });

  test('of a guest is kept in the browser; what is no longer sold makes room', async () => {
    pretendApi({ [`${OF}2,9,1`]: { body: [BOUQUETS[1], BOUQUETS[0]] } });
    localStorage.setItem('wish_list', JSON.stringify({ who: '', products: [2, 9, 1], unmerged: [], fetchedAt: 0 }));
    open();
    storeGuestList();
    const list = within(await screen.findByRole('list', { name: 'Bouquets' }));
    expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Tearoom', 'Peony Weather']);
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fwish-list');
    expect(JSON.parse(localStorage.getItem('wish_list') ?? '').products).toEqual([2, 1]);
    expect(screen.queryByRole('heading', { name: 'Share your list' })).not.toBeInTheDocument();
  });

  test('of a guest with nothing on it says how it is filled', async () => {
    pretendApi({});
    storeGuestList();
    open();
    expect(await screen.findByText(/^Nothing is on it yet\./)).toHaveTextContent('log in to see what you saved there');
    expect(screen.getByRole('link', { name: 'See all bouquets' })).toHaveAttribute('href', '/product');
  });

  test('of somebody signed in can be shared; a bouquet that is taken off stays in sight', async () => {
    pretendSignedIn();
    pretendApi({
      [LIST]: { body: { products: [1], link: null } },
      [`${OF}1`]: { body: [BOUQUETS[0]] },
      'DELETE /api/user/wish-list/1/': { body: { products: [], link: null } },
    });
    const { visitor } = open();
    expect(await screen.findByText('Kept with your account, at the prices of today.')).toBeVisible();
    expect(button('Make a link')).toBeVisible();
    await visitor.click(heart());
    await waitFor(() => expect(heart()).toHaveAttribute('aria-pressed', 'false'));
    expect(screen.getByRole('heading', { name: 'Peony Weather' })).toBeVisible();
  });

  test('that is empty and shared can still be unshared', async () => {
    pretendSignedIn();
    pretendApi({ [LIST]: { body: { products: [], link: SHARED } } });
    open();
    expect(await screen.findByText(/^Nothing is on it yet\./)).not.toHaveTextContent('log in');
    expect(button('End this link')).toBeVisible();
  });

  test('that does not come says so, and comes when asked again', async () => {
    pretendSignedIn();
    pretendApi({ [LIST]: { status: 500, body: {} } });
    const { visitor } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Your list could not be loaded.');
    pretendApi({ [LIST]: { body: { products: [], link: null } } });
    await visitor.click(button('Try again'));
    expect(await screen.findByText(/^Nothing is on it yet\./)).toBeVisible();
  });
});

describe('The link to one’s list', () => {
  beforeEach(() => {
    pretendSignedIn();
  });
  const open = (link: typeof SHARED | null, answers: Record<string, Answer>) => {
    const asked = pretendApi(answers);
    return { asked, ...openPage(<ShareList link={link} />, { at: '/wish-list' }) };
  };

  test('is made without a name, and takes the focus', async () => {
    const { visitor, asked } = open(null, { [`PUT ${LINK}`]: { body: { products: [1], link: SHARED } } });
    await visitor.click(button('Make a link'));
    const link = await screen.findByLabelText('The link to your list');
    expect(link).toHaveValue(SHARED.url);
    await waitFor(() => expect(link).toHaveFocus());
    expect(asked[0]?.body).toEqual({ shows_name: false });
    expect(screen.getByText(/^Whoever has the link/)).toHaveTextContent('and nothing about you.');
  });

  test('has the first name only after it was ticked', async () => {
    const { visitor, asked } = open(SHARED, {
      [`PUT ${LINK}`]: { body: { products: [1], link: { ...SHARED, shows_name: true } } },
    });
    await visitor.click(screen.getByRole('checkbox', { name: 'Show my first name on it' }));
    await waitFor(() =>
      expect(screen.getByText(/^Whoever has the link/)).toHaveTextContent('nothing about you but your first name.'),
    );
    expect(asked[0]?.body).toEqual({ shows_name: true });
  });

  test('is as it was where the shop refuses, with the reason', async () => {
    const refused = { status: 403, body: { detail: 'Not now.' } };
    const { visitor } = open(SHARED, { [`PUT ${LINK}`]: refused, [`DELETE ${LINK}`]: refused });
    await visitor.click(screen.getByRole('checkbox'));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await visitor.click(button('End this link'));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(screen.getByLabelText('The link to your list')).toBeVisible();
  });

  test('ends by a press, and the focus goes to what is left', async () => {
    const { visitor } = open(SHARED, { [`DELETE ${LINK}`]: { body: { products: [1], link: null } } });
    await visitor.click(button('End this link'));
    expect(await screen.findByRole('button', { name: 'Make a link' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Share your list' })).toHaveFocus());
  });
});

describe('A list that somebody shared', () => {
  const READ = 'GET /api/wish-list/shared/abc/';
  const open = (answer: Answer) => {
    pretendApi({ [READ]: answer });
    return openPage(<SharedListPage />, { at: '/wish-list/abc', path: '/wish-list/:token' });
  };

  test('shows its bouquets, and the first name where it may', async () => {
    open({ body: { name: 'Nell', products: BOUQUETS } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Nell’s wish list' })).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Peony Weather',
      'Tearoom',
    ]);
    expect(heart()).toBeVisible();
  });

  test.each<[string, Answer, string, string]>([
    ['nothing on it', { body: { name: null, products: [] } }, 'A wish list', 'Nothing is on it at the moment.'],
    [
      'a link that has ended',
      { status: 404, body: { detail: 'Not found.' } },
      'This link is no longer good.',
      'Its owner has ended it, or it was not copied whole. Please ask for a new one.',
    ],
  ])('with %s says so', async (_, answer, title, words) => {
    open(answer);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  test('that does not come says so, and comes when asked again', async () => {
    const { visitor } = open({ status: 500, body: {} });
    expect(await screen.findByRole('alert')).toHaveTextContent('It could not be loaded.');
    pretendApi({ [READ]: { body: { name: null, products: BOUQUETS } } });
    await visitor.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Tearoom' })).toBeVisible();
  });
});
