import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Takings, TakingsAgreement, TakingsSums } from '#contract/desk-takings.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as takingsPage from './takings-page.tsx';

const READ = 'GET /api/desk/takings/*';
const EXPORT = 'POST /api/desk/takings/exports/';
const UNKNOWN = 'GET /api/desk/takings/unknown-money/';

const SUMS: TakingsSums = {
  orders: 4,
  goods: 200,
  extras: 12,
  delivery: 20,
  surcharges: 3,
  discounts: -5,
  refunds: 1,
  refunded: 30,
  takings: 200,
  vat: null,
  fees: 6.5,
  fees_unknown: 0,
  reaches_bank: 193.5,
};
const EQUAL: TakingsAgreement = {
  is_equal: true,
  ours: { captured: 230, refunded: 30 },
  paypal: { captured: 230, refunded: 30 },
  unread: 0,
  undecided: 0,
  differences: [],
  unexplained: 0,
};
const DIFFERENCE = { what: 'capture', order: 7, on: '2026-11-03', ours: 54, paypal: 45 } as const;
const BOUQUET = { id: 1, name: 'Peony Weather', picture: null, sold: 3, amount: 147 };

const makeTakings = (changes: Partial<Takings> = {}): Takings => ({
  period: 'month',
  from: '2026-11-01',
  to: '2026-11-30',
  today: '2026-11-17',
  vat_number: null,
  sums: SUMS,
  before: { from: '2026-10-01', to: '2026-10-17', takings: 150 },
  days: [],
  arriving: [],
  bouquets: [],
  more_bouquets: false,
  agreement: EQUAL,
  ...changes,
});

async function open(changes: Partial<Takings> = {}, search = '', answers: Record<string, Answer> = {}) {
  const asked = pretendApi({ ...answers, [READ]: { body: makeTakings(changes) } });
  const opened = openDeskPage(takingsPage, { at: `/desk/takings${search}` });
  await screen.findByRole('heading', { level: 1, name: 'Takings' });
  return { asked, ...opened };
}

const slip = (name: string) => within(screen.getByRole('region', { name }));
const fact = (name: string) => slip('How it adds up').getByText(name).nextElementSibling;
const agreement = () => slip('Beside PayPal');

describe('The sum of a period', () => {
  test('says how many orders, what each came to before refunds, and how that compares', async () => {
    await open();
    const all = screen.getByRole('region', { name: 'In all' });
    expect(all).toHaveTextContent('November so far, 1 to 17');
    expect(all).toHaveTextContent('£200.004 orders, £57.50 each on average. £50.00 more than October by the 17th.');
  });

  test.each<[string, Partial<Takings>, string]>([
    [
      'of a month that is over',
      { today: '2026-12-24', before: { from: '2026-10-01', to: '2026-10-31', takings: 200.01 } },
      'November£200.004 orders, £57.50 each on average. £0.01 less than October.',
    ],
    [
      'of a day',
      {
        period: 'day',
        from: '2026-11-17',
        to: '2026-11-17',
        before: { from: '2026-11-16', to: '2026-11-16', takings: 200 },
      },
      'Tuesday 17 November£200.004 orders, £57.50 each on average. As much as the day before.',
    ],
    [
      'of a week that goes on, without orders',
      {
        period: 'week',
        from: '2026-11-16',
        to: '2026-11-22',
        sums: { ...SUMS, orders: 0, takings: -30 },
        before: { from: '2026-11-09', to: '2026-11-10', takings: 0 },
      },
      '16 to 22 November, so far-£30.000 orders. £30.00 less than the week before by Tuesday.',
    ],
  ])('%s is in words', async (_, changes, words) => {
    await open(changes);
    expect(screen.getByRole('region', { name: 'In all' })).toHaveTextContent(words);
  });

  test('adds up before your eyes: what is taken off has its sign', async () => {
    await open();
    const facts = slip('How it adds up').getAllByRole('term');
    expect(facts.map((term) => [term.textContent, term.nextElementSibling?.textContent])).toEqual([
      ['Bouquets', '£200.00'],
      ['Add-ons', '£12.00'],
      ['Delivery', '£20.00'],
      ['Surcharges', '£3.00'],
      ['Promo codes', '−£5.00'],
      ['Refunds, 1', '−£30.00'],
      ['Takings', '£200.00'],
      ['PayPal’s fees', '−£6.50'],
      ['Reaches the bank', '£193.50'],
    ]);
    expect(screen.getByText('No VAT number is set, so no VAT is counted.')).toBeVisible();
  });

  test('names VAT where there is any, and the fees that are not known', async () => {
    await open({ sums: { ...SUMS, vat: 33.33, fees: 0, fees_unknown: 2, refunded: 0, refunds: 0 } });
    expect(fact('Of that VAT, 20 %')).toHaveTextContent('£33.33');
    expect(fact('Refunds')).toHaveTextContent(/^£0\.00$/);
    expect(screen.getByText('The fees of 2 payments are not known yet and not taken off.')).toBeVisible();
  });

  test('leads to the period before, and to the next only where it has begun', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'The month before' })).toHaveAttribute(
      'href',
      '/desk/takings?period=month&day=2026-10-01',
    );
    expect(screen.queryByRole('link', { name: 'The month after' })).not.toBeInTheDocument();
  });
});

describe('Its tables', () => {
  test('are a row for each bouquet and for each day of delivery', async () => {
    await open({
      bouquets: [BOUQUET],
      more_bouquets: true,
      arriving: [{ day: '2026-11-18', orders: 2, amount: 108 }],
    });
    const [bouquet, day] = [/Peony Weather/, /Wednesday 18 November/].map((name) => screen.getByRole('row', { name }));
    expect(bouquet).toHaveTextContent('Peony Weather3£147.00');
    expect(day).toHaveTextContent('Wednesday 18 November2£108.00');
    expect(screen.getByRole('link', { name: 'All bouquets' })).toHaveAttribute(
      'href',
      '/desk/takings?period=month&day=2026-11-01&all=yes',
    );
  });

  test('of all bouquets say how many those are, with the way back', async () => {
    const { asked } = await open({ bouquets: [BOUQUET], more_bouquets: true }, '?period=month&all=yes');
    expect(asked[0]?.call).toBe('GET /api/desk/takings/?period=month&all=yes');
    expect(screen.getByText(/These are the best 1\.$/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Only the best' })).toBeVisible();
  });

  test('without rows say so', async () => {
    await open();
    expect(screen.getByText('Nothing was sold.')).toBeVisible();
    expect(screen.getByText('Nothing is delivered in these days.')).toBeVisible();
  });
});

describe('Beside PayPal', () => {
  test('equal sums are said to be', async () => {
    await open();
    expect(agreement().getByText(/Equal to the penny/).parentElement).toHaveTextContent(
      'Equal to the penny. £230.00 captured, £30.00 refunded.',
    );
  });

  test('a sum that differs is named with its order, and what has no payment here', async () => {
    await open({
      agreement: {
        ...EQUAL,
        is_equal: false,
        paypal: { captured: 221, refunded: 30 },
        differences: [DIFFERENCE, { ...DIFFERENCE, what: 'refund', order: 8, paypal: null }],
        unexplained: -4,
        undecided: 1,
      },
    });
    expect(agreement().getByText('Not equal.')).toBeVisible();
    expect(agreement().getByText('PayPal’s captures, less refunds').nextElementSibling).toHaveTextContent('£191.00');
    const [capture, refund] = agreement().getAllByRole('listitem');
    expect(capture).toHaveTextContent('7, Tue 3 Nov: £54.00 here, £45.00 at PayPal');
    expect(refund).toHaveTextContent('8, refund of Tue 3 Nov: £54.00 here, not told by PayPal yet');
    expect(agreement().getByText('£4.00 of it stands in orders that have no payment here.')).toBeVisible();
    expect(agreement().getByText(/^1 payment or refund is/)).toHaveTextContent('It counts once PayPal has decided.');
  });

  test('what PayPal has only not told yet is not called unequal', async () => {
    const differences = [{ ...DIFFERENCE, paypal: null }];
    await open({ agreement: { ...EQUAL, is_equal: false, unread: 1, differences } });
    expect(agreement().getByText('PayPal has not told the sum of 1 of them yet.')).toBeVisible();
    expect(agreement().queryByText('Not equal.')).not.toBeInTheDocument();
  });

  test('a long list is folded after eight', async () => {
    const differences = Array.from({ length: 10 }, (_, order) => ({ ...DIFFERENCE, order: order + 1 }));
    await open({ agreement: { ...EQUAL, is_equal: false, differences } });
    expect(agreement().getByText('2 more')).toBeVisible();
  });

  test.each<[string, Answer, string]>([
    [
      'there is none',
      { body: { since: '2026-10-18T00:00:00.000Z', captures: [] } },
      'Since Sunday 18 October PayPal took nothing for this shop that it does not know.',
    ],
    [
      'there is some',
      {
        body: {
          since: '2026-10-18T00:00:00.000Z',
          captures: [{ capture: 'C9', invoice: 'ML-9', amount: 54, taken_at: null }],
        },
      },
      '£54.00, invoice ML-9, capture C9',
    ],
    ['PayPal does not answer', { status: 503, body: { detail: 'PayPal does not answer.' } }, 'PayPal does not answer.'],
  ])('asked for unknown money, it says that %s', async (_, answer, words) => {
    await open({}, '?ask=paypal', { [UNKNOWN]: answer });
    expect(agreement().getByText(words)).toBeVisible();
  });
});

describe('For the books', () => {
  const download = () => screen.getByRole('button', { name: 'Download the CSV' });

  test('a file is asked for by its days, and fetched', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { visitor, asked } = await open({}, '', { [EXPORT]: { body: { address: '/files/books.csv' } } });
    await visitor.selectOptions(screen.getByLabelText('Days'), 'VAT quarter to 31 October 2026');
    await visitor.selectOptions(screen.getByLabelText('File'), 'Xero: credit notes');
    await visitor.click(download());
    expect(await screen.findByText('The file is on its way.')).toBeVisible();
    expect(asked.at(-1)?.body).toEqual({ file: 'xero-credit-notes', from: '2026-08-01', to: '2026-10-31' });
    expect(assign).toHaveBeenCalledWith('/files/books.csv');
  });

  test('one that is refused says why, and that there is none', async () => {
    const { visitor } = await open({}, '', { [EXPORT]: { status: 409, body: { detail: 'Too many at once.' } } });
    await visitor.click(download());
    expect(await screen.findByText('Too many at once. No file was made.')).toBeVisible();
    expect(download()).toBeEnabled();
  });

  test('whoever leaves the passkey gets no file and no reproach', async () => {
    const { visitor } = await open({}, '', { [EXPORT]: { status: 403, body: { detail: 'Confirm.', confirm: true } } });
    await visitor.click(download());
    await visitor.click(await screen.findByRole('button', { name: 'Leave it' }));
    expect(await screen.findByRole('button', { name: 'Download the CSV' })).toBeEnabled();
    expect(slip('For the books').getByRole('status')).toBeEmptyDOMElement();
  });
});
