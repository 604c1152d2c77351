import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StemsToBuy } from '#contract/desk-stems.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage, tellDesk } from '../testing/open-desk-page.tsx';
import * as stemsPage from './stems-page.tsx';

const COOLER = 'PUT /api/desk/stems/cooler/';
const BOUGHT = 'PUT /api/desk/stems/bought/';

type Flower = StemsToBuy['flowers'][number];
const makeFlower = (changes: Partial<Flower> = {}): Flower => ({
  flower: 'Garden rose',
  group: 'Roses',
  needed: 24,
  for: [{ bouquet: 0, stems: 24 }],
  in_cooler: 0,
  buy: 30,
  bunch: 10,
  bunches: 3,
  bought: false,
  since_bought: 0,
  ...changes,
});

const makeStems = (changes: Partial<StemsToBuy> = {}): StemsToBuy => ({
  from: '2026-11-18',
  to: '2026-11-18',
  spare: 5,
  orders: 2,
  as_if: null,
  stems: 24,
  bouquets: [{ name: 'Peony Weather', count: 2, orders: [9, 7] }],
  flowers: [makeFlower()],
  wrapping: [{ name: 'Kraft paper', count: 2 }],
  extras: [],
  open: null,
  counted_at: '2026-11-17T15:00:00.000Z',
  ...changes,
});

async function open(changes: Partial<StemsToBuy> = {}, answers: Record<string, Answer> = {}, search = '') {
  const asked = pretendApi({ 'GET /api/desk/stems/*': { body: makeStems(changes) }, ...answers });
  const opened = openDeskPage(stemsPage, { at: `/desk/stems${search}` });
  await screen.findByRole('heading', { level: 1, name: 'Stems to buy' });
  return { asked, ...opened };
}

const cooler = () => screen.getByLabelText('Garden rose in the cooler');
const bought = () => screen.getByRole('button', { name: 'Garden rose bought' });

test('a flower says what is needed, for what, and what to buy in bunches or by the stem', async () => {
  await open({
    flowers: [
      makeFlower({ in_cooler: 4, since_bought: 1 }),
      makeFlower({ flower: 'Sweet pea', group: 'Others', bunch: null, bunches: null, buy: 7 }),
    ],
  });
  expect(screen.getByText(/^For Wednesday 18 November/)).toHaveTextContent('2 orders, 2 bouquets, 24 stems.');
  expect(screen.getByRole('rowheader', { name: 'Roses' })).toBeVisible();
  expect(cooler()).toHaveValue('4');
  const [, , rose, , pea] = screen.getAllByRole('row');
  expect(rose).toHaveTextContent(/1 stem more than was bought.*3bunches of 10$/);
  expect(pea).toHaveTextContent(/7$/);
  const orders = within(rose as HTMLElement).getAllByRole('link');
  expect(orders.map((order) => [order.textContent, order.getAttribute('href')])).toEqual([
    ['7', '/desk/ticket/7'],
    ['9', '/desk/ticket/9'],
  ]);
  expect(screen.getByText('Kraft paper')).toBeVisible();
});

test('what is bought is told with what was seen, and unticked again', async () => {
  const { visitor, asked } = await open({}, { [BOUGHT]: { status: 204 } });
  pretendApi({
    [BOUGHT]: { status: 204 },
    'GET /api/desk/stems/*': { body: makeStems({ flowers: [makeFlower({ bought: true })] }) },
  });
  await visitor.click(bought());
  expect(await screen.findByRole('button', { name: 'Garden rose bought', pressed: true })).toBeVisible();
  await visitor.click(bought());
  const told = { from: '2026-11-18', to: '2026-11-18', flower: 'Garden rose', needed: 24 };
  await screen.findByRole('heading', { level: 1 });
  expect(asked.filter(({ call }) => call === BOUGHT).map(({ body }) => body)).toEqual([
    { ...told, bought: true },
    { ...told, bought: false },
  ]);
});

test('what is in the cooler is sent when the field is left, and only where it was changed', async () => {
  const { visitor, asked } = await open({}, { [COOLER]: { status: 204 } });
  await visitor.click(cooler());
  await visitor.tab();
  expect(asked).toHaveLength(1);
  await visitor.type(cooler(), '12');
  await visitor.tab();
  await screen.findByRole('heading', { level: 1 });
  expect(asked.find(({ call }) => call === COOLER)?.body).toEqual({
    day: '2026-11-18',
    flower: 'Garden rose',
    count: 12,
  });
});

test('what is no number is refused in words, and stays in its field', async () => {
  const { visitor, asked } = await open(
    {},
    {
      [COOLER]: { status: 400, body: { count: ['A whole number of stems.'] } },
    },
  );
  await visitor.type(cooler(), 'some{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('A whole number of stems.');
  expect(cooler()).toHaveValue('some');
  expect(asked.at(-1)?.body).toMatchObject({ count: 'some' });
});

test('a day for which orders may still come says until when and how many, with the way to buy for more', async () => {
  await open({ open: { order_by: '2026-11-17T18:00:00.000Z', may_come: 6, expected: 8 } });
  const line = screen.getByText('Wednesday is open until 18:00.').parentElement;
  expect(line).toHaveTextContent(
    'These are the numbers at 15:00; up to 6 more orders may come. At the usual rate, buy for 8.',
  );
  expect(screen.getByRole('link', { name: /8/ })).toHaveAttribute(
    'href',
    '/desk/stems?from=2026-11-18&to=2026-11-18&orders=8',
  );
});

test('counted as if there were more orders says so, with the way back', async () => {
  await open({ as_if: 8, spare: 0 }, {}, '?orders=8&spare=0');
  expect(screen.getByText(/^Counted as if there were/)).toHaveTextContent(
    'Counted as if there were 8 orders; 2 are here.',
  );
  expect(screen.getByRole('button', { name: 'No spare' })).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('link', { name: 'Print list' })).toHaveAttribute(
    'href',
    '/desk/print/stems?from=2026-11-18&to=2026-11-18&spare=0&orders=8',
  );
});

test('where there is nothing to tie it says so', async () => {
  await open({ flowers: [], to: '2026-11-19' });
  expect(screen.getByText('Nothing is to be tied for Wednesday 18 November to Thursday 19 November.')).toBeVisible();
});

test('shows what somebody else ticks', async () => {
  await open();
  expect(bought()).toHaveAttribute('aria-pressed', 'false');
  pretendApi({ 'GET /api/desk/stems/*': { body: makeStems({ flowers: [makeFlower({ bought: true })] }) } });
  await tellDesk('stems');
  expect(await screen.findByRole('button', { name: 'Garden rose bought', pressed: true })).toBeVisible();
});
