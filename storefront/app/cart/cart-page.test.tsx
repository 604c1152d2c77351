import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { openPage } from '../testing/open-page.tsx';
import { type Asked, holdAnswer, pretendApi, pretendOffline } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeCart, makeLine, makeOrder, VASE } from '../testing/samples.ts';
import CartPage from './cart-page.tsx';

const CART = 'GET /api/user/orders/?status=P,W';
const ITEMS = '/api/user/orders/7/order-items';
const FIRST = 'Peony Weather';
const SECOND = 'Tearoom';
const BUSY = { status: 409, body: { detail: 'Your payment is being confirmed.' } };
const SHORTLY_BUSY = { status: 503, body: { detail: 'We are very busy just now.' } };
const BROKEN = { status: 500, body: {} };

const open = (at = '/cart') => openPage(<CartPage />, { at });
const row = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` });
const all = () => screen.getByRole('checkbox', { name: 'Select all' });
const removing = () => screen.queryByRole('button', { name: /^Remove \d+ Item\(s\)$/ });
const button = (name: string) => screen.getByRole('button', { name });
const quantity = (name: string) =>
  within(screen.getByRole('group', { name: `Quantity of ${name}` })).getByRole('status');
const changesOf = (asked: Asked[]) =>
  asked.filter(({ call }) => !call.startsWith('GET ')).map(({ call, body }) => [call, body]);

async function openCart(cart: Order = makeCart()) {
  pretendApi({ [CART]: { body: [cart] } });
  const page = open();
  await screen.findByRole('table');
  return page;
}

beforeEach(() => {
  pretendSignedIn();
});

describe('The cart, before there is one to show', () => {
  test('is not there for whoever has no order yet, who cannot check out', { tags: '§5.12' }, async () => {
    pretendApi({ [CART]: { body: [] } });
    open();
    expect(await screen.findByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
    expect(button('Check Out Now')).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/product');
  });

  test.each([
    [{ detail: 'You have too many carts.' }, 'Your cart could not be loaded. You have too many carts.'],
    [{}, 'Your cart could not be loaded. Something went wrong on our side.'],
  ])(
    'says why it could not be fetched, in the shop’s words or in ours, and Try again fetches it',
    { tags: ['§8.25', 'D9'] },
    async (body, words) => {
      pretendApi({ [CART]: { status: 403, body } });
      const { visitor } = open();
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(screen.queryByText('Nothing in here yet.')).not.toBeInTheDocument();
      pretendApi({ [CART]: { body: [makeCart()] } });
      await visitor.click(button('Try again'));
      expect(await screen.findByRole('table')).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  test.each([
    ['is not reached', pretendOffline, 'We couldn’t reach the shop.'],
    ['is busy', () => pretendApi({ [CART]: SHORTLY_BUSY }), 'We are very busy just now.'],
  ])(
    'is said not to have come while the shop %s, and Try again fetches it',
    { tags: ['§8.25', 'D9'] },
    async (_, fail, words) => {
      vi.useFakeTimers();
      fail();
      const { visitor } = open();
      expect(await screen.findByRole('alert')).toHaveTextContent(`Your cart could not be loaded. ${words}`);
      expect(screen.queryByText('Nothing in here yet.')).not.toBeInTheDocument();
      pretendApi({ [CART]: { body: [makeCart()] } });
      await visitor.click(button('Try again'));
      expect(await screen.findByRole('table')).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );
});

describe('The rows of the cart', () => {
  test('are chosen one by one or all at once, and only then can they be removed', {
    tags: ['§4.8', '§4.9'],
  }, async () => {
    const { visitor } = await openCart();
    expect(removing()).toBeNull();
    await visitor.click(row(FIRST));
    expect(removing()).toHaveTextContent(/^Remove 1 Item\(s\)$/);
    expect(all()).not.toBeChecked();
    expect(all()).toBePartiallyChecked();
    await visitor.click(row(SECOND));
    expect(removing()).toHaveTextContent(/^Remove 2 Item\(s\)$/);
    expect(all()).toBeChecked();
    await visitor.click(all());
    expect(row(FIRST)).not.toBeChecked();
    expect(row(SECOND)).not.toBeChecked();
    expect(removing()).toBeNull();
    await visitor.click(all());
    expect(row(FIRST)).toBeChecked();
    expect(removing()).toHaveTextContent('Remove 2 Item(s)');
    await visitor.click(row(SECOND));
    expect(removing()).toHaveTextContent('Remove 1 Item(s)');
  });

  test('name the bouquet, its price, how many and the sum', async () => {
    await openCart(
      makeCart({
        order_items: [
          makeLine({ quantity: 3, extras: [VASE] }),
          makeLine({ id: 12, name: SECOND, product: 2, size: 'grand', price: 78.5 }),
        ],
      }),
    );
    const [, first, second] = screen.getAllByRole('row');
    const cellsOf = (line: HTMLElement | undefined) =>
      within(line ?? document.body)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cellsOf(first)).toEqual(['', 'Peony WeatherWith Clear vase, £12.00Remove', '£61.00', '3', '£183.00', '']);
    expect(cellsOf(second)?.slice(1, 5)).toEqual(['TearoomGrand', '£78.50', '1', '£78.50']);
    expect(screen.getByRole('link', { name: FIRST })).toHaveAttribute('href', '/product/1');
  });

  test('that cannot be bought just now say so, and nobody checks out with them', async () => {
    await openCart(
      makeCart({
        order_items: [
          makeLine({ availability: 'sold_out' }),
          makeLine({ id: 12, product: 2, name: SECOND, availability: 'withdrawn' }),
        ],
      }),
    );
    expect(screen.getByText('Sold out just now')).toBeVisible();
    expect(screen.getByText('No longer sold')).toBeVisible();
    expect(screen.queryByRole('link', { name: SECOND })).not.toBeInTheDocument();
    expect(button('Check Out Now')).toBeDisabled();
    expect(screen.getByText('Please remove what cannot be bought just now.')).toBeVisible();
  });

  test('whose price has changed since say what it was', async () => {
    await openCart(makeCart({ order_items: [makeLine({ price_when_added: 45 })] }));
    const changed = screen.getByRole('list', { name: 'Changed prices' });
    expect(changed).toHaveTextContent('Peony Weather is now £49.00, was £45.00 when you added it.');
  });
});

describe('Removing', () => {
  test('sends several rows at the same time, and says how many; Undo brings them back', {
    tags: ['§7.8', '§8.10', 'G33'],
  }, async () => {
    const { visitor } = await openCart();
    const held = [holdAnswer({ status: 204 }), holdAnswer({ status: 204 })];
    const asked = pretendApi({
      [CART]: { body: [makeCart()] },
      [`DELETE ${ITEMS}/11/`]: held[0]?.answer ?? {},
      [`DELETE ${ITEMS}/12/`]: held[1]?.answer ?? {},
    });
    await visitor.click(all());
    await visitor.click(button('Remove 2 Item(s)'));
    // Both are sent before either is answered, and nothing is said before the answers.
    await waitFor(() => expect(changesOf(asked)).toHaveLength(2));
    expect(changesOf(asked)).toEqual([
      [`DELETE ${ITEMS}/11/`, undefined],
      [`DELETE ${ITEMS}/12/`, undefined],
    ]);
    expect(await screen.findByRole('heading', { name: 'Nothing in here yet.' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    for (const { release } of held) release();
    const said = await screen.findByRole('alert');
    expect(within(said).getByText('2 product(s) removed')).toBeVisible();

    pretendApi({
      [CART]: { body: [makeCart()] },
      [`POST ${ITEMS}/`]: { status: 201, body: {} },
      'POST /api/user/orders/': { status: 201, body: makeCart() },
    });
    await visitor.click(within(said).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(quantity(SECOND)).toHaveTextContent('2'));
    expect(changesOf(asked).at(-1)).toEqual([
      'POST /api/user/orders/',
      {
        order_items: [
          { product: 1, quantity: 1 },
          { product: 2, quantity: 2 },
        ],
      },
    ]);
  });

  test('of one row is sent at once; what is said of it comes with the answer', { tags: ['§8.12', 'G33'] }, async () => {
    const { visitor } = await openCart();
    const held = holdAnswer({ status: 204 });
    const asked = pretendApi({ [CART]: { body: [makeCart()] }, [`DELETE ${ITEMS}/11/`]: held.answer });
    await visitor.click(button(`Remove ${FIRST}`));
    await waitFor(() => expect(changesOf(asked)).toEqual([[`DELETE ${ITEMS}/11/`, undefined]]));
    expect(screen.queryByRole('checkbox', { name: `Choose ${FIRST}` })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    held.release();
    expect(within(await screen.findByRole('alert')).getByText('product removed')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: `Choose ${FIRST}` })).not.toBeInTheDocument();
  });

  test('of a row that is gone already is what was wanted', async () => {
    const { visitor } = await openCart();
    pretendApi({ [CART]: { body: [makeCart()] }, [`DELETE ${ITEMS}/11/`]: { status: 404, body: {} } });
    await visitor.click(button(`Remove ${FIRST}`));
    expect(await screen.findByText('product removed')).toBeVisible();
  });

  test('that fails says so and what is still there, the rows come back, and Try again removes them', {
    tags: ['§8.11', '§8.12', 'G34'],
  }, async () => {
    const { visitor } = await openCart();
    const asked = pretendApi({ [CART]: { body: [makeCart()] }, [`DELETE ${ITEMS}/*`]: BROKEN });
    await visitor.click(all());
    await visitor.click(button('Remove 2 Item(s)'));
    const said = await screen.findByRole('alert');
    expect(within(said).getByText('An error occurred')).toBeVisible();
    expect(within(said).getByText(`Still in your cart: ${FIRST}, ${SECOND}.`)).toBeVisible();
    expect(quantity(FIRST)).toHaveTextContent('1');
    // The lists are fetched again.
    await waitFor(() => expect(asked.filter(({ call }) => call === CART)).toHaveLength(2));
    pretendApi({ [CART]: { body: [] }, [`DELETE ${ITEMS}/*`]: { status: 204 } });
    await visitor.click(within(said).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 product(s) removed')).toBeVisible();
  });

  test('that half fails says which ones stay', { tags: '§8.11' }, async () => {
    const { visitor } = await openCart();
    const [, second] = makeCart().order_items;
    pretendApi({
      [CART]: { body: [makeCart({ order_items: second ? [second] : [] })] },
      [`DELETE ${ITEMS}/11/`]: { status: 204 },
      [`DELETE ${ITEMS}/12/`]: { status: 503, body: {} },
    });
    await visitor.click(all());
    await visitor.click(button('Remove 2 Item(s)'));
    const said = await screen.findByRole('alert');
    expect(within(said).getByText('An error occurred')).toBeVisible();
    expect(within(said).getByText(`Still in your cart: ${SECOND}.`)).toBeVisible();
    expect(quantity(SECOND)).toHaveTextContent('2');
    expect(screen.queryByRole('checkbox', { name: `Choose ${FIRST}` })).not.toBeInTheDocument();
  });

  test('is undone as it was: in its size, with its extras', { tags: ['§8.12', 'G33'] }, async () => {
    const cart = makeCart({ order_items: [makeLine({ size: 'grand', quantity: 3, extras: [VASE] })] });
    const { visitor } = await openCart(cart);
    const asked = pretendApi({
      [CART]: { body: [cart] },
      [`DELETE ${ITEMS}/11/`]: { status: 204 },
      [`POST ${ITEMS}/`]: { status: 201, body: {} },
    });
    await visitor.click(button(`Remove ${FIRST}, grand, with Clear vase`));
    await visitor.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(changesOf(asked).at(-1)).toEqual([
        `POST ${ITEMS}/`,
        { product: 1, quantity: 3, size: 'grand', extras: [5] },
      ]),
    );
    expect(await screen.findByRole('table')).toBeVisible();
  });

  test('an extra takes it off its row and says so', async () => {
    const { visitor } = await openCart(makeCart({ order_items: [makeLine({ extras: [VASE] })] }));
    const asked = pretendApi({ [CART]: { body: [makeCart()] }, [`PATCH ${ITEMS}/11/`]: { body: makeLine() } });
    await visitor.click(button(`Remove Clear vase from ${FIRST}, with Clear vase`));
    expect(await screen.findByText('Clear vase removed')).toBeVisible();
    expect(changesOf(asked)).toEqual([[`PATCH ${ITEMS}/11/`, { product: 1, quantity: 1, extras: [] }]]);
    expect(screen.queryByText(/With Clear vase/)).not.toBeInTheDocument();
  });
});

describe('A quantity', () => {
  test('is shown at once, sent with its product, and summed up', {
    tags: ['§5.7', '§7.7', '§8.13', 'D13'],
  }, async () => {
    const { visitor } = await openCart();
    const asked = pretendApi({
      [CART]: { body: [makeCart()] },
      [`PATCH ${ITEMS}/12/`]: { body: makeLine({ id: 12, product: 2, quantity: 3, price: 36, name: SECOND }) },
    });
    await visitor.click(button(`One more ${SECOND}`));
    expect(quantity(SECOND)).toHaveTextContent('3');
    await waitFor(() => expect(changesOf(asked)).toEqual([[`PATCH ${ITEMS}/12/`, { product: 2, quantity: 3 }]]));
    expect(screen.getByText('£162.00')).toBeVisible();
  });

  test('below one is refused in words, and nothing is sent', { tags: ['§5.6', '§8.13', 'D7'] }, async () => {
    const { visitor } = await openCart();
    await visitor.click(button(`One fewer ${FIRST}`));
    const said = await screen.findByText('Quantity cannot be less than 1.');
    expect(said.closest('.Toastify__toast')).toHaveClass('Toastify__toast--error');
    expect(quantity(FIRST)).toHaveTextContent('1');
  });

  test.each([
    [
      'the first of what the shop says of it',
      { status: 400, body: { quantity: ['Only three are left.', 'None.'] } },
      'Only three are left.',
    ],
    ['what the shop says at all', BUSY, 'Your payment is being confirmed.'],
    ['An error occurred where it says nothing', BROKEN, 'An error occurred'],
  ])('that is refused is taken back, with %s', { tags: ['§5.7', '§7.7', '§8.13', 'D13'] }, async (_, answer, words) => {
    const { visitor } = await openCart();
    pretendApi({ [CART]: { body: [makeCart()] }, [`PATCH ${ITEMS}/12/`]: answer });
    await visitor.click(button(`One more ${SECOND}`));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByText('None.')).not.toBeInTheDocument();
    await waitFor(() => expect(quantity(SECOND)).toHaveTextContent('2'));
  });
});

describe('Check Out Now', () => {
  const NOTE = 'PATCH /api/user/orders/7/update-text/';
  const note = () => screen.getByLabelText('Gift note');
  const write = async (text: string) => {
    const page = await openCart();
    await page.visitor.click(note());
    await page.visitor.paste(text);
    return page;
  };

  test('saves the note and moves on to the second step; Back comes back', {
    tags: ['§2.18', '§2.19', '§4.5', '§4.6', '§7.9'],
  }, async () => {
    const { visitor } = await write('For Nell');
    const cart = makeCart({ text: 'For Nell' });
    const asked = pretendApi({
      [CART]: { body: [cart] },
      [NOTE]: { body: cart },
      'GET /api/user/profile/address/': { body: [] },
    });
    await visitor.click(button('Check Out Now'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Where should they go?' })).toHaveFocus();
    expect(changesOf(asked)).toEqual([[NOTE, { text: 'For Nell' }]]);
    const steps = () => within(screen.getByRole('list', { name: 'Checkout steps' })).getAllByRole('listitem');
    expect(steps().map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
    expect(screen.getByText('Please select an address to proceed.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Payment' })).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('link', { name: 'Back' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your cart' })).toBeVisible();
    expect(steps()[0]).toHaveAttribute('aria-current', 'step');
    expect(note()).toHaveValue('For Nell');
  });

  test('shows what the shop says of the note under it, the first message, and stays in the cart', {
    tags: 'D13',
  }, async () => {
    const { visitor } = await write('For Nell');
    pretendApi({
      [CART]: { body: [makeCart()] },
      [NOTE]: { status: 400, body: { text: ['This holds characters we cannot print.', 'Nor read.'] } },
    });
    await visitor.click(button('Check Out Now'));
    await waitFor(() => expect(note()).toHaveAccessibleDescription(/^This holds characters we cannot print\. Leave/));
    expect(screen.queryByText('Nor read.')).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your cart');
    expect(note()).toHaveValue('For Nell');
  });

  test.each([
    [BUSY, 'Your payment is being confirmed.'],
    [BROKEN, 'An error occurred'],
  ])('says anything else as a notice, and stays in the cart', { tags: 'D13' }, async (answer, words) => {
    const { visitor } = await write('For Nell');
    pretendApi({ [CART]: { body: [makeCart()] }, [NOTE]: answer });
    await visitor.click(button('Check Out Now'));
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Your cart');
    expect(note()).toHaveValue('For Nell');
  });

  test('sends no note that is too long, counts its signs and leads to it', { tags: 'G22' }, async () => {
    const { visitor } = await write('x'.repeat(301));
    expect(note()).toHaveAccessibleDescription(/^Gift note must be no more than 300 characters\./);
    expect(screen.getByText('301 / 300')).toBeVisible();
    await visitor.click(button('Check Out Now'));
    expect(note()).toHaveFocus();
  });

  test('the note is shown as it will be printed, and kept in this browser until it is saved', async () => {
    await write('For Nell,\nwith love');
    const card = screen.getByText(/^For Nell,/, { selector: 'blockquote' });
    expect(card.textContent).toBe('For Nell,\nwith love');
    expect(localStorage.getItem('gift_note_draft')).toContain('with love');
  });
});

test('Total is the goods alone; the fee of five pounds and the amount to pay stand under it', {
  tags: ['§9.4', '§9.6', 'D10'],
}, async () => {
  await openCart();
  const amounts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(amounts).toEqual([
    ['Total', '£121.00'],
    ['Delivery fee', '£5.00'],
    ['Amount to pay', '£126.00'],
  ]);
});

test('A payment that PayPal has not confirmed stands above the new cart, with its amount', async () => {
  const waiting = makeOrder({ id: 6, status: 'W', being_paid: true, stage: 'awaiting payment' });
  pretendApi({
    [CART]: { body: [makeCart(), waiting] },
    'GET /api/user/payments/paypal/status/?order_id=6': { body: { order_id: 6, state: 'waiting', detail: '' } },
  });
  open();
  expect(
    await screen.findByText(
      'PayPal has not confirmed your payment of £126.00 for order 6 yet. What is in your cart now is a new order.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('table')).toBeVisible();
});
