import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Receipt } from '#contract/receipts.ts';
import { openPage } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { pretendSignedIn } from '../../testing/pretend-signed-in.ts';
import ReceiptPage from './receipt-page.tsx';

const READ = 'GET /api/user/orders/7/receipt/';

const makeReceipt = (changes: Partial<Receipt> = {}): Receipt => ({
  order: 7,
  buyer: 'Rosalind Thorne',
  paid_at: '2026-11-16T23:30:00.000Z',
  delivery_date: '2026-11-18',
  seller: {
    name: 'Marigold Lane',
    street: '1 Lane',
    city: 'London',
    postcode: 'E8 1AA',
    email: 'm@shop.example',
    phone: null,
    company_number: null,
  },
  lines: [{ words: 'Peony Weather', quantity: 2, each: 49, amount: 98 }],
  sums: [
    { words: 'Flowers', amount: 98 },
    { words: 'Code SUMMER', amount: -9.8 },
    { words: 'Delivery', amount: 5 },
  ],
  amount: 93.2,
  refunds: [],
  left: 93.2,
  payment: { by: 'PayPal', invoice: 'ML-7' },
  vat: null,
  ...changes,
});

const open = (answer: Answer) => {
  pretendApi({ [READ]: answer });
  return openPage(<ReceiptPage />, { at: '/history/7/receipt', path: '/history/:id/receipt' });
};
const sheet = () => screen.findByRole('article', { name: 'Receipt' });
const facts = (article: HTMLElement) =>
  within(article)
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);

beforeEach(() => {
  pretendSignedIn();
});

test('has who paid whom, when and for what, down to the sum', async () => {
  open({ body: makeReceipt() });
  const article = await sheet();
  expect(facts(article)).toEqual([
    'Paid by Rosalind Thorne',
    'Paid on Monday 16 November 2026',
    'Paid with PayPal, ML-7',
    'Delivery Wednesday 18 November 2026',
    'Flowers £98.00',
    'Code SUMMER -£9.80',
    'Delivery £5.00',
    'Paid £93.20',
  ]);
  expect(within(article).getByRole('row', { name: /Peony/ })).toHaveTextContent('Peony Weather£49.002£98.00');
  expect(within(article).queryByText(/^(Company|VAT) number/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Order 7' })).toHaveAttribute('href', '/history/7');
  expect(screen.getByRole('button', { name: 'Print this receipt' })).toBeVisible();
});

test('says what went back and why, what is left, and the VAT in that', async () => {
  const vat = { number: 'GB123456789', percent: 20, amount: 14.7 };
  const refunds = [{ amount: 5, reason: 'It came late', refunded_at: '2026-11-19T10:00:00.000Z' }];
  open({ body: makeReceipt({ refunds, left: 88.2, vat, buyer: null, delivery_date: null }) });
  const article = await sheet();
  expect(facts(article).slice(-4)).toEqual([
    'Paid £93.20',
    'Refunded on Thursday 19 November 2026: It came late −£5.00',
    'Left after refunds £88.20',
    'VAT of 20 % contained in it £14.70',
  ]);
  expect(within(article).getByText('VAT number GB123456789')).toBeVisible();
  expect(facts(article)[0]).toBe('Paid by A former customer');
});

test('is no page where nothing was paid, or somebody else did', async () => {
  open({ status: 404, body: { detail: 'Not found.' } });
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('that does not come says so, with nothing to print, and comes when asked again', async () => {
  const { visitor } = open({ status: 500, body: {} });
  expect(await screen.findByRole('alert')).toHaveTextContent('The receipt could not be loaded.');
  expect(screen.queryByRole('button', { name: 'Print this receipt' })).not.toBeInTheDocument();
  pretendApi({ [READ]: { body: makeReceipt() } });
  await visitor.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await sheet()).toBeVisible();
});
