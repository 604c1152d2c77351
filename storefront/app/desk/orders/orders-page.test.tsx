import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FoundOrder, FoundOrders } from '#contract/desk-find-orders.ts';
import type { Role } from '#contract/roles.ts';
import { pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as ordersPage from './orders-page.tsx';

const makeFound = (changes: Partial<FoundOrder> = {}): FoundOrder => ({
  id: 7,
  stage: 'to tie',
  bouquets: 'Peony Weather',
  picture: null,
  recipient: 'Nell Thorne',
  district: 'YO31',
  buyer: 'Rosalind Thorne',
  arrives_on: '2026-11-20',
  paid_at: '2026-11-16T09:00:00.000Z',
  paid: 1_254,
  flags: [],
  troubles: [],
  ...changes,
});

async function open(found: Partial<FoundOrders>, search = '', roles: Role[] = ['owner']) {
  const body = { orders: [], older: false, newer: false, is_cut: false, exact: null, ...found };
  const asked = pretendApi({
    'GET /api/desk/orders/counts/': { body: { to_tie: 12, out: 0, trouble: 100 } },
    'GET /api/desk/orders/*': { body },
  });
  const opened = openDeskPage(ordersPage, { at: `/desk/orders${search}`, path: '/desk/orders', roles });
  return { asked, ...opened };
}

test('an order is a row: what, to whom, from whom, for when and what was paid', async () => {
  await open({ orders: [makeFound(), makeFound({ id: 6, recipient: '', district: '', flags: ['replacement'] })] });
  const [, first, second] = await screen.findAllByRole('row');
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(first).slice(1, 6)).toEqual([
    'Peony Weather',
    'YO31 Nell Thorne',
    'Rosalind Thorne',
    'Fri 20 Nov',
    'To tie',
  ]);
  expect(cells(first).at(-1)).toBe('£1,254.00');
  expect(cells(second)[2]).toBe('Its buyer has left');
  expect(cells(second).at(-1)).toBe('Nothing to pay');
});

test('chips count what waits, up to ninety-nine, and keep what was sought', async () => {
  await open({ orders: [makeFound()] }, '?q=thorne&day=2026-11-20&show=trouble');
  const chips = within(await screen.findByRole('navigation', { name: 'Which orders' }));
  expect(chips.getByRole('link', { name: 'To tie 12' })).toBeVisible();
  expect(chips.getByRole('link', { name: 'Out' })).toBeVisible();
  const trouble = chips.getByRole('link', { name: 'Trouble 99+' });
  expect(trouble).toHaveAttribute('aria-current', 'page');
  const query = new URLSearchParams(chips.getByRole('link', { name: 'Out' }).getAttribute('href')?.split('?')[1]);
  expect(Object.fromEntries(query)).toEqual({ q: 'thorne', day: '2026-11-20', show: 'out' });
});

test('an order whose whole number was typed is opened at once, but not from among others', async () => {
  await open({ orders: [makeFound()], exact: 7 }, '?q=7');
  expect(await screen.findByText('Now at /desk/orders/7')).toBeInTheDocument();
  await open({ orders: [makeFound()], exact: 7 }, '?q=7&show=out');
  expect(await screen.findByRole('link', { name: '7' })).toBeVisible();
});

test('what an address says that cannot be is left out', async () => {
  const { asked } = await open({}, '?show=lost&day=2026-13-40&before=x&q=%20thorne%20');
  await screen.findByRole('heading', { level: 1 });
  expect(asked.map(({ call }) => call)).toContain('GET /api/desk/orders/?q=thorne');
});

test.each<[string, Partial<FoundOrders>, string]>([
  ['', {}, 'No order yet.'],
  ['?q=xyz', {}, 'No order has “xyz”.'],
  ['?q=xyz&show=out', {}, 'No order has “xyz” among these.'],
  ['?show=out', {}, 'No such order.'],
  [
    '?q=a',
    { is_cut: true },
    'Only the newest were looked through, and nothing there fits. Type more to look through all.',
  ],
  [
    '?q=a',
    { is_cut: true, orders: [makeFound()] },
    'So many fit that only the newest were looked through. Type more to narrow it down.',
  ],
])('at “%s” with %j it says what was found', async (search, found, words) => {
  await open(found, search);
  expect(await screen.findByText(words)).toBeVisible();
});

test('the way to older and newer ones goes on from the last and the first', async () => {
  await open({ orders: [makeFound({ id: 9 }), makeFound({ id: 5 })], older: true, newer: true }, '?show=out');
  const to = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await to('Show older')).toContain('before=5');
  expect(await to('Show newer')).toContain('after=9');
});

test('the books are offered to whoever may see them', async () => {
  await open({}, '', ['florist']);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link', { name: 'Export' })).not.toBeInTheDocument();
});
