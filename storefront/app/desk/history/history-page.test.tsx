import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { History, HistoryEntry } from '#contract/desk-history.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as historyPage from './history-page.tsx';

const FILE = 'POST /api/desk/history/exports/';

const makeEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  key: '1.1',
  at: '2026-11-16T09:05:00.000Z',
  pressed_at: null,
  by: 'staff',
  staff: 2,
  who: 'Flora',
  what: 'refund',
  order: 7,
  customer: null,
  day: null,
  on: null,
  page: null,
  before: null,
  after: null,
  details: '',
  ...changes,
});

async function open(history: Partial<History> = {}, search = '', answers: Record<string, Answer> = {}) {
  const read = { entries: [], next: null, people: [{ id: 2, name: 'Flora' }], kinds: ['refund', 'stage'], ...history };
  const asked = pretendApi({ 'GET /api/desk/history/*': { body: read }, ...answers });
  const opened = openDeskPage(historyPage, { at: `/desk/history${search}` });
  await screen.findByRole('heading', { level: 1, name: 'History' });
  return { asked, ...opened };
}

test('says day by day who did what, to what, and how it was before', async () => {
  await open({
    entries: [
      makeEntry({ key: '5', what: 'stage', before: 'tied', after: 'out', pressed_at: '2026-11-16T08:40:00.000Z' }),
      makeEntry({ key: '4', by: 'shop', who: 'shop', after: '£5.00', details: 'It came late' }),
      makeEntry({ key: '3', order: null, customer: 3, before: 'stopped' }),
      makeEntry({ key: '2', at: '2026-11-15T09:05:00.000Z', order: null, day: '2026-12-24', details: 'Closed' }),
      makeEntry({ key: '1', at: '2026-11-15T09:00:00.000Z', order: null, on: 'Review 12', page: 'reviews' }),
      makeEntry({ key: '0', at: '2026-11-15T08:00:00.000Z', order: null, on: 'The week' }),
    ],
  });
  const [, ...rows] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Monday 16 November 2026',
    '09:05, pressed 08:40FloraMove an order onOrder 7tied → out',
    '09:05The shopRefundOrder 7£5.00It came late',
    '09:05FloraRefundCustomer 3stopped → nothing',
    'Sunday 15 November 2026',
    '09:05FloraRefundThu 24 DecClosed',
    '09:00FloraRefundReview 12',
    '08:00FloraRefundThe week',
  ]);
  for (const [name, to] of [
    ['Order 7', '/desk/orders/7'],
    ['Customer 3', '/desk/customers/3'],
    ['Thu 24 Dec', '/desk/calendar/2026-12-24'],
    ['Review 12', '/desk/reviews'],
  ] as const)
    expect(screen.getAllByRole('link', { name })[0]).toHaveAttribute('href', to);
});

test('is narrowed by what its address says, and what cannot be is left out', async () => {
  const { asked } = await open({ next: '9.3' }, '?person=2&kind=stage&order=0x7&day=2026-11-16&before=8.1');
  expect(asked[0]?.call).toBe('GET /api/desk/history/?person=2&kind=stage&day=2026-11-16&before=8.1');
  expect(screen.getByLabelText('Who')).toHaveDisplayValue('Flora');
  expect(screen.getByLabelText('What')).toHaveDisplayValue('Move an order on');
  expect(screen.getByLabelText('Order')).toHaveValue('');
  expect(screen.getByText('Nothing fits that.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Everything' })).toHaveAttribute('href', '/desk/history');
  const pages = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  expect(pages.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['The latest', '/desk/history?person=2&kind=stage&day=2026-11-16'],
    ['Earlier', '/desk/history?person=2&kind=stage&day=2026-11-16&before=9.3'],
  ]);
});

test('that is empty says so', async () => {
  await open();
  expect(screen.getByText('Nothing was done yet.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Everything' })).not.toBeInTheDocument();
});

describe('As a file', () => {
  const csv = () => screen.getByRole('button', { name: 'CSV' });

  test('it is what is shown, without where one has paged to', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { visitor, asked } = await open({}, '?person=2&before=8.1', {
      'POST /api/desk/history/exports/?person=2': { body: { address: '/files/history.csv' } },
    });
    await visitor.click(csv());
    await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/files/history.csv'));
    expect(asked).toHaveLength(2);
  });

  test('that is refused it says why, and that there is none; whoever leaves the passkey hears nothing', async () => {
    const { visitor } = await open({}, '', { [FILE]: { status: 403, body: { detail: 'Confirm.', confirm: true } } });
    await visitor.click(csv());
    await visitor.click(await screen.findByRole('button', { name: 'Leave it' }));
    await vi.waitFor(() => expect(csv()).toBeEnabled());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    pretendApi({ [FILE]: { status: 429, body: { detail: 'Too many files.' } } });
    await visitor.click(csv());
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many files. No file was made.');
  });
});
