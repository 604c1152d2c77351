import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import { makeDeskOrder } from '../testing/samples.ts';
import * as cardPage from './card-page.tsx';
import * as changePage from './change-page.tsx';
import * as movePage from './move-page.tsx';
import * as replacePage from './replace-page.tsx';

const CHANGE = 'PATCH /api/desk/orders/7/';
const REPLACE = 'POST /api/desk/orders/7/replace/';
const MOVE = 'POST /api/desk/orders/move/';
const NO = { change: 'It is out.', card: 'It is printed.', cancel: null, replace: 'It is not paid.' };

async function open(
  page: typeof changePage | typeof cardPage | typeof replacePage,
  name: string,
  order: Partial<DeskOrder> = {},
  answers: Record<string, Answer> = {},
) {
  const asked = pretendApi({ 'GET /api/desk/orders/7/': { body: makeDeskOrder(order) }, ...answers });
  const opened = openDeskPage(page, { at: `/desk/orders/7/${name}`, path: `/desk/orders/:id/${name}` });
  await screen.findByRole('heading', { level: 1 });
  return { asked, ...opened };
}
const button = (name: string) => screen.getByRole('button', { name });

describe('Where and when an order goes', () => {
  test('is sent as it stands, with what was seen, and the buyer is told unless that is unticked', async () => {
    const { visitor, asked } = await open(changePage, 'change', {}, { [CHANGE]: { body: {} } });
    await fillIn(visitor, { Recipient: 'Amara Osei' });
    await visitor.click(screen.getByRole('checkbox', { name: 'Tell Rosalind Thorne by letter' }));
    await visitor.click(button('Save change'));
    expect(await screen.findByText('Now at /desk/orders/7')).toBeInTheDocument();
    expect(asked.at(-1)?.body).toEqual({
      recipient_name: 'Amara Osei',
      street_address: '12 Gillygate',
      apartment_address: 'Flat 3, Alder House',
      city: 'York',
      postal_code: 'YO31 7EQ',
      phone: '',
      delivery_date: '2026-11-20',
      seen: 12,
      tell: false,
    });
  });

  test('can be no day that is closed or full but the one it has; what is typed counts before what is pressed', async () => {
    const { visitor, asked } = await open(
      changePage,
      'change',
      { arrives_on: '2026-11-19' },
      { [CHANGE]: { body: {} } },
    );
    expect(screen.getByRole('radio', { name: /18 Nov/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /19 Nov/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /19 Nov/ })).toBeEnabled();
    await visitor.type(screen.getByLabelText('Another day'), '2026-12-01');
    await visitor.click(button('Save change'));
    await screen.findByText('Now at /desk/orders/7');
    expect(asked.at(-1)?.body).toMatchObject({ delivery_date: '2026-12-01', tell: true });
  });

  test('that is refused says why at the day and the fields, and keeps what was typed', async () => {
    const { visitor } = await open(
      changePage,
      'change',
      {},
      {
        [CHANGE]: {
          status: 400,
          body: { delivery_date: ['This day is over.'], postal_code: ['This is no postcode.'] },
        },
      },
    );
    await fillIn(visitor, { Postcode: 'YO' });
    await visitor.click(button('Save change'));
    expect(await screen.findByRole('textbox', { name: 'Postcode', description: 'This is no postcode.' })).toHaveValue(
      'YO',
    );
    expect(screen.getByRole('group', { name: 'Day' })).toHaveAccessibleDescription('This day is over.');
  });

  test('that cannot change says why; of a buyer who has left nobody is told', async () => {
    await open(changePage, 'change', { may: NO });
    expect(screen.getByText('It is out.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await open(changePage, 'change', { buyer: { ...makeDeskOrder().buyer, id: null } });
    expect(screen.getByText('Its buyer has left: there is nobody to write to.')).toBeVisible();
  });
});

describe('The card of an order', () => {
  test('is sent word for word, and stays typed where it is refused', async () => {
    const { visitor, asked } = await open(
      cardPage,
      'card',
      {},
      {
        [CHANGE]: { status: 400, body: { text: ['At most 300 characters.'] } },
      },
    );
    await fillIn(visitor, { 'The card (exactly as printed)': 'Happy birthday,\nAmara.' });
    await visitor.click(button('Save the card'));
    const card = await screen.findByRole('textbox', { name: /^The card/, description: /At most 300 characters\.$/ });
    expect(card).toHaveValue('Happy birthday,\nAmara.');
    expect(asked.at(-1)?.body).toMatchObject({
      text: expect.stringMatching(/^Happy birthday,\s+Amara\.$/),
      seen: 12,
      tell: true,
    });
  });

  test('that is printed says so', async () => {
    await open(cardPage, 'card', { may: NO });
    expect(screen.getByText('It is printed.')).toBeVisible();
  });
});

describe('A replacement', () => {
  test('goes out on the next open day after today, and leads to the new order', async () => {
    const days = [
      { day: '2026-11-17', closed: null, is_full: false },
      { day: '2026-11-18', closed: null, is_full: true },
      { day: '2026-11-19', closed: null, is_full: false },
    ];
    const { visitor, asked } = await open(
      replacePage,
      'replace',
      { days },
      {
        [REPLACE]: { body: { replacement: 12 } },
      },
    );
    expect(screen.getByText(/^1 × Peony Weather once more for Nell Thorne/)).toHaveTextContent('nothing to pay.');
    expect(screen.getByRole('radio', { name: /19 Nov/ })).toBeChecked();
    await visitor.click(button('Send new flowers and the letter'));
    expect(await screen.findByText('Now at /desk/orders/12')).toBeInTheDocument();
    expect(asked.at(-1)?.body).toEqual({ delivery_date: '2026-11-19' });
  });

  test('that cannot be sent says why', async () => {
    await open(replacePage, 'replace', { may: NO });
    expect(screen.getByText('It is not paid.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('Another day for several orders', () => {
  const openMove = async (ids: string, answer: Answer = { body: [] }) => {
    const asked = pretendApi({ [MOVE]: answer });
    const opened = openDeskPage(movePage, { at: `/desk/orders/move?ids=${ids}`, path: '/desk/orders/move' });
    await screen.findByRole('heading', { level: 1 });
    return { asked, ...opened };
  };
  const day = () => screen.getByLabelText(/^Day/);

  test('moves those that were chosen, and leads to that day', async () => {
    const { visitor, asked } = await openMove('7,x,8', {
      body: [
        { id: 7, done: true },
        { id: 8, done: true },
      ],
    });
    expect(screen.getByRole('heading', { name: 'Another day for 2 orders' })).toBeVisible();
    await visitor.type(day(), '2026-11-24');
    await visitor.click(button('Move'));
    expect(await screen.findByText('Now at /desk?day=2026-11-24')).toBeInTheDocument();
    expect(asked[0]?.body).toEqual({ orders: [7, 8], delivery_date: '2026-11-24' });
  });

  test('names those that could not be, and how many were', async () => {
    const { visitor } = await openMove('7,8', {
      body: [
        { id: 7, done: true },
        { id: 8, done: false, words: ['Order 8 is out.'] },
      ],
    });
    await visitor.type(day(), '2026-11-24');
    await visitor.click(button('Move'));
    expect(await screen.findByRole('alert')).toHaveTextContent('1 moved. Order 8 is out.');
    expect(day()).toHaveValue('2026-11-24');
  });

  test('of none has nothing to press', async () => {
    await openMove('');
    expect(button('Move')).toBeDisabled();
  });
});
