import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPage } from '../testing/open-page.tsx';
import { holdAnswer, pretendApi } from '../testing/pretend-api.ts';
import { pretendSignedIn } from '../testing/pretend-signed-in.ts';
import { makeCart, makeLine, makeOrder, VASE } from '../testing/samples.ts';
import OrderPage from './order-page.tsx';

const ORDER = 'GET /api/user/orders/7/';
const DELIVERY = 'GET /api/user/orders/7/delivery/';
const CHANGES = 'GET /api/user/orders/7/changes/';
const OFFER = {
  change: null,
  move: null,
  cancel: null,
  back: 126,
  look_first: null,
  asked: null,
  surcharge: 0,
  last_event: 1,
};

const open = (id = '7') => openPage(<OrderPage />, { at: `/history/${id}`, path: '/history/:id' });

function openOrder(changes: Parameters<typeof makeOrder>[0] = {}, more: Parameters<typeof pretendApi>[0] = {}) {
  const asked = pretendApi({
    [ORDER]: { body: makeOrder(changes) },
    [DELIVERY]: { status: 403, body: { detail: 'Not now.' } },
    [CHANGES]: { body: OFFER },
    ...more,
  });
  return { asked, ...open() };
}

beforeEach(() => {
  pretendSignedIn();
});

describe('The page of an order', () => {
  test('has its lines, its note that cannot be written in, its sums and its label, and nothing that changes it', async () => {
    openOrder({ text: 'For Nell' });
    expect(await screen.findByText('Completed Order')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Order 7$/);
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Peony Weather', '£49.00', '1 × £49.00', '£49.00'],
      ['Tearoom', '£36.00', '2 × £36.00', '£72.00'],
    ]);
    expect(screen.getByLabelText('Gift note')).toHaveValue('For Nell');
    expect(screen.getByLabelText('Gift note')).toBeDisabled();
    const paid = within(screen.getByRole('complementary', { name: 'Paid' }));
    expect(paid.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Total', '£121.00'],
      ['Delivery fee', '£5.00'],
      ['Amount paid', '£126.00'],
    ]);
    for (const box of screen.getAllByRole('textbox')) expect(box).toBeDisabled();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^(One|Remove|Check Out)/ })).not.toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'Change or cancel this order' })).toHaveAttribute(
      'href',
      '/history/7/change',
    );
  });

  test('says where, when and how the flowers come', async () => {
    openOrder({ driver_note: 'Green gate', swap_choice: 'ask', nobody_in: 'porch' });
    const section = within(await screen.findByRole('region', { name: 'For the day' }));
    expect(
      section.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    ).toEqual([
      ['Day', 'Saturday 14 February'],
      ['To', 'You, Rosalind ThorneFlat 3, Alder House, 12 Gillygate, York YO31 7EQ, GB'],
      ['Gift note', 'No card'],
      [
        'Wishes',
        expect.stringMatching(/^If nobody is in: .*porchFor the driver: Green gateIf a flower is missing: .*ask/),
      ],
    ]);
  });

  test('names a bouquet that is no longer sold all the same, and says in red that it is gone', {
    tags: ['§2.32', 'D3'],
  }, async () => {
    openOrder({ order_items: [makeLine({ availability: 'withdrawn', extras: [VASE] })] });
    const gone = await screen.findByText('Product not found');
    expect(gone).toHaveClass('text-error');
    const [, row] = screen.getAllByRole('row');
    expect(row).toHaveTextContent('Peony Weather');
    expect(row).toHaveTextContent('£61.00');
    expect(screen.queryByRole('link', { name: 'Peony Weather' })).not.toBeInTheDocument();
  });

  test('says what has gone back of it, and what is left', async () => {
    openOrder({
      refunded: 20,
      refunds: [{ amount: 20, reason: 'The tulips were tired.', refunded_at: '2026-02-15T10:00:00.000Z' }],
    });
    const refunds = await screen.findByRole('list', { name: 'Refunds' });
    expect(refunds).toHaveTextContent('£20.00 refunded on Sunday 15 FebruaryThe tulips were tired.');
    expect(screen.getByText('£106.00 left after refunds.')).toBeVisible();
  });

  test('of one that was cancelled says so, and asks for nothing more', async () => {
    openOrder({ status: 'X', stage: 'cancelled' });
    expect(await screen.findByText('Cancelled Order')).toBeVisible();
    expect(screen.queryByText('Completed Order')).not.toBeInTheDocument();
    expect(screen.getByText(/^Cancelled, was to come/)).toBeVisible();
  });

  test('of one that replaces another leads to it, and has nothing to pay', async () => {
    openOrder({ replaces: 5, total_cost: 0, amount_to_pay: 0 });
    expect(await screen.findByRole('link', { name: 'Replacement for order 5' })).toHaveAttribute('href', '/history/5');
    expect(screen.getByRole('complementary', { name: 'Nothing to pay' })).toBeVisible();
  });

  test('is "Loading" until it is there, under its number', async () => {
    const held = holdAnswer({ body: makeOrder() });
    pretendApi({ [ORDER]: held.answer, [DELIVERY]: { status: 403 }, [CHANGES]: { body: OFFER } });
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Order 7');
    expect(screen.getByText('Loading')).toBeVisible();
    held.release();
    expect(await screen.findByText('Completed Order')).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });

  test('says that it could not be loaded, and how far the flowers are, each with a way to try again', async () => {
    pretendApi({ [ORDER]: { status: 403, body: { detail: 'Not now.' } } });
    const { visitor } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('This order could not be loaded. Not now.');
    pretendApi({
      [ORDER]: { body: makeOrder() },
      [DELIVERY]: { status: 403, body: { detail: 'Ask later.' } },
      [CHANGES]: { status: 403, body: { detail: 'Nor this.' } },
    });
    await visitor.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/How far your flowers are could not be loaded\. Ask later\./)).toBeVisible();
    expect(await screen.findByText(/What you can still change could not be loaded\. Nor this\./)).toBeVisible();
  });

  test.each([
    ['the cart', { body: makeCart() }],
    ['of nobody, or of somebody else', { status: 404, body: {} }],
  ])('is no page where it is %s', { tags: '§4.3' }, async (_, answer) => {
    pretendApi({ [ORDER]: answer });
    open();
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(screen.queryByText('Order 7')).not.toBeInTheDocument();
  });

  test.each(['abc', '7.5', '12345678901'])('is no page at %s, and nothing is asked', async (id) => {
    open(id);
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

describe('An order that PayPal has not confirmed', () => {
  const STATUS = 'GET /api/user/payments/paypal/status/?order_id=7';

  test('says so, and that nothing is charged twice; it has no label yet', async () => {
    openOrder(
      { status: 'W', being_paid: true, stage: 'awaiting payment' },
      { [STATUS]: { body: { order_id: 7, state: 'waiting', detail: '' } } },
    );
    expect(
      await screen.findByText(
        'PayPal has not confirmed your payment of £126.00 yet. We are asking again; nothing is charged twice.',
      ),
    ).toBeVisible();
    expect(screen.getByRole('complementary', { name: 'Not paid yet' })).toBeVisible();
    expect(screen.queryByText('Completed Order')).not.toBeInTheDocument();
  });

  test('is the completed order as soon as it is paid', async () => {
    let order = makeOrder({ status: 'W', being_paid: true, stage: 'awaiting payment' });
    pretendApi({
      [ORDER]: () => ({ body: order }),
      [STATUS]: () => {
        order = makeOrder();
        return { body: { order_id: 7, state: 'paid', detail: '' } };
      },
      [DELIVERY]: { status: 403 },
      [CHANGES]: { body: OFFER },
    });
    open();
    expect(await screen.findByText('Completed Order')).toBeVisible();
  });

  test('leads to the cart if it is refused', async () => {
    openOrder(
      { status: 'W', being_paid: true, stage: 'awaiting payment' },
      { [STATUS]: { body: { order_id: 7, state: 'declined', detail: 'No.' } } },
    );
    expect(await screen.findByText('Now at /cart')).toBeVisible();
  });
});

test('The note is gone from the page with nobody signed in: one is led to register, and back', async () => {
  localStorage.clear();
  open();
  await waitFor(() => expect(screen.getByText('Now at /register?next=%2Fhistory%2F7')).toBeVisible());
});
