import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeCart, makeLine, makeOrder, makeProfile } from '../testing/samples.ts';
import ProfilePage from './profile-page.tsx';

const PROFILE = 'GET /api/user/profile/';
const DONE = 'GET /api/user/orders/?status=C&limit=11';
const DROPPED = 'GET /api/user/orders/?status=X&limit=11';
const CART = 'GET /api/user/orders/?status=P,W';
const ADDRESSES = 'GET /api/user/profile/address/';
const REFUSED = { status: 403, body: { detail: 'Not now.' } };

const open = (at = '/profile') => openPage(<ProfilePage />, { at });
const title = () => screen.getByRole('heading', { level: 1 });
const answers = (changes: Parameters<typeof pretendApi>[0] = {}) =>
  pretendApi({
    [PROFILE]: { body: makeProfile() },
    [DONE]: { body: [] },
    [DROPPED]: { body: [] },
    [CART]: { body: [] },
    [ADDRESSES]: { body: [] },
    ...changes,
  });
const menu = () => screen.getByRole('navigation', { name: 'Account' });

beforeEach(() => {
  pretendSignedIn();
});

describe('The account page', () => {
  test('begins with the history, and its menu has three items, of which the current one is marked', async () => {
    answers();
    const { visitor } = open();
    await waitFor(() => expect(title()).toHaveTextContent(/^Order History$/));
    const items = () => within(menu()).getAllByRole('listitem');
    expect(items().map(({ textContent }) => textContent)).toEqual(['History', 'Address List', 'Log out']);
    const link = (name: string) => within(menu()).getByRole('link', { name });
    expect(link('History')).toHaveAttribute('aria-current', 'page');
    expect(document.title).toBe('Order History – Marigold Lane');
    await visitor.click(link('Address List'));
    await waitFor(() => expect(title()).toHaveTextContent(/^Address List$/));
    expect(link('Address List')).toHaveAttribute('aria-current', 'page');
    expect(link('History')).not.toHaveAttribute('aria-current');
    expect(document.title).toBe('Address List – Marigold Lane');
    const beside = within(screen.getByRole('navigation', { name: 'More of your account' }));
    expect(beside.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['My details', 'Reminders']);
  });

  test.each([
    ['orders', '/profile', DONE],
    ['addresses', '/profile?tab=addresses', ADDRESSES],
  ])(
    'has nothing but one word while %s are on their way',
    { tags: ['§2.29', '§4.18', '§7.24', '§8.6', 'D9', 'G35'] },
    async (_, at, call) => {
      const held = holdAnswer({ body: [] });
      answers({ [call]: held.answer });
      const { container } = open(at);
      // The places of the menu, which says nothing yet.
      expect(container.querySelectorAll('.account-menu-item')).toHaveLength(3);
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Loading', '']);
      expect(screen.queryByRole('navigation', { name: 'Account' })).not.toBeInTheDocument();
      held.release();
      expect(await screen.findByRole('navigation', { name: 'Account' })).toBeVisible();
      expect(screen.queryByText('Loading')).not.toBeInTheDocument();
    },
  );

  test('of a tab that there is not is the history', async () => {
    answers();
    open('/profile?tab=nonsense');
    await waitFor(() => expect(title()).toHaveTextContent('Order History'));
  });

  test('leads whoever is not signed in to register, and back', async () => {
    localStorage.clear();
    open('/profile?tab=addresses');
    expect(await screen.findByText('Now at /register?next=%2Fprofile%3Ftab%3Daddresses')).toBeVisible();
  });

  test('leads whoever’s session has ended to the login, and back', { tags: '§8.5' }, async () => {
    window.history.replaceState(null, '', '/profile?tab=addresses');
    pretendApi({
      [PROFILE]: { status: 401 },
      [ADDRESSES]: { status: 401 },
      'POST /auth/refresh/': { status: 401, body: {} },
    });
    open('/profile?tab=addresses');
    expect(await screen.findByText('Now at /login?next=%2Fprofile%3Ftab%3Daddresses')).toBeVisible();
    expect({ ...localStorage }).not.toHaveProperty('access_token');
    expect({ ...localStorage }).not.toHaveProperty('refresh_token');
  });

  test('Log out calls the shop with an empty body, and is out at once', { tags: ['§2.37', '§7.20'] }, async () => {
    const { access } = pretendSignedIn();
    const asked = answers({ 'POST /api/v1/auth/logout/': { body: { detail: 'You are logged out.' } } });
    localStorage.setItem('recently_seen', '[1, 2]');
    const { visitor } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('Now at /')).toBeVisible();
    const sent = asked.find(({ call }) => call === 'POST /api/v1/auth/logout/');
    expect(sent?.body).toBeUndefined();
    expect(sent?.headers.get('authorization')).toBe(`Bearer ${access}`);
    expect(await screen.findByText('You are logged out.')).toBeVisible();
    // Which bouquets were opened is forgotten, too.
    for (const key of ['access_token', 'refresh_token', 'recently_seen']) expect(localStorage.getItem(key)).toBeNull();
  });

  test.each([
    ['did not hear of it', { status: 503, body: {} }, 'Logged out here, but the shop didn’t hear.'],
    ['knew it already', { status: 401, body: {} }, 'You are logged out.'],
  ])('Log out is out at once where the shop %s', { tags: 'D14' }, async (_, answer, words) => {
    const asked = answers({ 'POST /api/v1/auth/logout/': answer });
    const { visitor } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await screen.findByText(words)).toBeVisible();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(asked.map(({ call }) => call)).not.toContain('POST /auth/refresh/');
  });
});

describe('The history', () => {
  test('invites whoever never bought, whatever is in the cart', {
    tags: ['§2.30', '§2.33', '§4.3', '§7.4'],
  }, async () => {
    answers({ [CART]: { body: [makeCart()] } });
    open();
    expect(await screen.findByRole('heading', { name: 'You have no completed orders.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/product');
    expect(screen.queryByText('Completed Order')).not.toBeInTheDocument();
  });

  test('shows of an order its number, buyer, bouquets and the total with two decimals', async () => {
    const order = makeOrder({
      order_items: [
        makeLine({ price: 49.5 }),
        makeLine({ id: 12, name: 'Tearoom', quantity: 2, price: 36, availability: 'withdrawn' }),
      ],
    });
    answers({ [DONE]: { body: [order] } });
    open();
    const card = (await screen.findByText('Completed Order')).closest('li') ?? document.body;
    expect(within(card).getByRole('heading', { level: 2 })).toHaveTextContent(/^Order 7$/);
    expect(within(card).getByRole('link', { name: 'Order 7' })).toHaveAttribute('href', '/history/7');
    expect(within(card).getByText('Bought by Rosalind Thorne')).toBeVisible();
    const [first, second] = within(card).getAllByRole('listitem');
    expect(first).toHaveTextContent('Peony Weather1 × £49.50');
    expect(second).toHaveTextContent('Tearoom2 × £36.00Product not found');
    expect(screen.getByText('Product not found')).toHaveClass('text-error');
    expect(within(card).getByText(/^Total/).parentElement).toHaveTextContent(/^Total £121\.50$/);
    expect(within(card).getByText('Paid for, flowers still to come')).toBeVisible();
  });

  test('keeps what was cancelled apart, after the others', async () => {
    answers({
      [DONE]: { body: [makeOrder()] },
      [DROPPED]: { body: [makeOrder({ id: 6, status: 'X', stage: 'cancelled' })] },
    });
    open();
    const dropped = await screen.findByRole('region', { name: 'Cancelled orders' });
    expect(within(dropped).getByRole('heading', { level: 3 })).toHaveTextContent('Order 6');
    expect(within(dropped).getByText('Cancelled Order')).toBeVisible();
    expect(screen.getAllByText('Completed Order')).toHaveLength(1);
  });

  test.each([
    ['is refused', () => answers({ [DONE]: REFUSED }), 'Not now.'],
    ['meets a busy shop', () => answers({ [DONE]: { ...REFUSED, status: 503 } }), 'Not now.'],
    [
      'meets no shop at all',
      () => answers({ [DONE]: () => Promise.reject(new TypeError('Failed to fetch')) }),
      'We couldn’t reach the shop.',
    ],
  ])(
    'that %s is said not to have come, and comes when asked again',
    { tags: ['§2.29', '§4.18', '§7.24', '§8.6', 'D9'] },
    async (_, fail, words) => {
      vi.useFakeTimers();
      fail();
      const { visitor } = open();
      expect(await screen.findByRole('alert')).toHaveTextContent(`Your orders could not be loaded. ${words}`);
      expect(title()).toHaveTextContent('Order History');
      answers({ [DONE]: { body: [makeOrder()] } });
      await visitor.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByText('Completed Order')).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  test('of many orders comes page by page, says what is missing, and how many there are', async () => {
    const orders = Array.from({ length: 12 }, (_, place) => makeOrder({ id: 112 - place }));
    const more = 'GET /api/user/orders/?status=C&limit=11&before=103';
    answers({ [DONE]: { body: orders.slice(0, 11) }, [more]: REFUSED });
    const { visitor } = open();
    const cards = () => screen.getAllByText('Completed Order');
    expect(await screen.findByText('10 orders shown.')).toBeVisible();
    expect(cards()).toHaveLength(10);
    await visitor.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('More orders could not be loaded. Not now.');
    expect(cards()).toHaveLength(10);
    answers({ [more]: { body: orders.slice(10) } });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('That is all of them: 12 orders.')).toBeVisible();
    expect(cards()).toHaveLength(12);
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('leads the focus from Show more to the first order that it brought', async () => {
    const orders = Array.from({ length: 12 }, (_, place) => makeOrder({ id: 112 - place }));
    answers({
      [DONE]: { body: orders.slice(0, 11) },
      'GET /api/user/orders/?status=C&limit=11&before=103': { body: orders.slice(10) },
    });
    const { visitor } = open();
    await visitor.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Order 102' })).toHaveFocus());
  });

  test('says of an order that waits for PayPal what it waits for', async () => {
    answers({ [CART]: { body: [makeCart(), makeOrder({ id: 8, status: 'W', being_paid: true })] } });
    open();
    const waiting = await screen.findByRole('link', { name: 'Order 8' });
    expect(waiting.closest('p')).toHaveTextContent('Order 8 waits for PayPal to confirm your payment of £126.00.');
  });

  describe('buys again', () => {
    const ADD = 'POST /api/user/orders/';
    test('what is on sale, and names what is not', async () => {
      const order = makeOrder({
        order_items: [
          makeLine({ quantity: 2 }),
          makeLine({ id: 12, product: 2, name: 'Tearoom', availability: 'sold_out' }),
        ],
      });
      const asked = answers({ [DONE]: { body: [order] }, [ADD]: { status: 201, body: makeCart() } });
      const { visitor } = open();
      await visitor.click(await screen.findByRole('button', { name: 'Buy again: order 7' }));
      const said = await screen.findByText(/^In your cart, without/);
      expect(said).toHaveTextContent('In your cart, without Tearoom (sold out). See your cart');
      expect(asked.find(({ call }) => call === ADD)?.body).toEqual({ order_items: [{ product: 1, quantity: 2 }] });
      expect(screen.getByRole('button', { name: 'In your cart: order 7' })).toBeVisible();
    });

    test('all of it, and says so', async () => {
      answers({ [DONE]: { body: [makeOrder()] }, [ADD]: { status: 201, body: makeCart() } });
      const { visitor } = open();
      await visitor.click(await screen.findByRole('button', { name: 'Buy again: order 7' }));
      expect(await screen.findByText(/^In your cart again\./)).toBeVisible();
    });

    test('nothing where the shop refuses, in its words', async () => {
      answers({
        [DONE]: { body: [makeOrder()] },
        [ADD]: { status: 400, body: { product: ['You can order at most 20 of Tearoom.'] } },
      });
      const { visitor } = open();
      await visitor.click(await screen.findByRole('button', { name: 'Buy again: order 7' }));
      const said = await screen.findByText(/You can order at most 20 of Tearoom\./);
      const toast = said.closest<HTMLElement>('[role=alert]') ?? document.body;
      expect(within(toast).getByRole('link')).toHaveAttribute('href', '/cart');
      expect(screen.getByRole('button', { name: 'Buy again: order 7' })).toBeVisible();
    });

    test('not what is all gone', async () => {
      answers({ [DONE]: { body: [makeOrder({ order_items: [makeLine({ availability: 'withdrawn' })] })] } });
      open();
      expect(await screen.findByText('None of it is on sale just now.')).toBeVisible();
      expect(screen.queryByRole('button', { name: /^Buy again/ })).not.toBeInTheDocument();
    });
  });
});
