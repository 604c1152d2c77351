import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrintedOrder, PrintedOrders, RunSheet } from '#contract/desk-print.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as printPage from './print-page.tsx';

const RECORD = 'POST /api/desk/print/';

const LINE: PrintedOrder['lines'][number] = {
  name: 'Peony Weather',
  size: 'standard',
  quantity: 2,
  wrapping: 'Kraft paper',
  care: 'Cut the stems again.',
  stems: [
    { flower: 'Peony', count: 7 },
    { flower: 'Garden rose', count: 5 },
  ],
  extras: ['Clear vase'],
  swaps: [{ flower: 'Peony', count: 3, instead: 'Tulip', instead_count: 4 }],
};

const makePrinted = (changes: Partial<PrintedOrder> = {}): PrintedOrder => ({
  id: 7,
  stage: 'to tie',
  leaves_on: '2026-11-18',
  arrives_on: '2026-11-18',
  run: 2,
  stop: 3,
  by_carrier: false,
  recipient: 'Nell Thorne',
  address: ['12 Gillygate', 'York', 'YO31 7EQ'],
  district: 'YO31',
  phone: '',
  note: 'With love',
  driver_note: '',
  nobody_in: null,
  swap_choice: 'choose',
  replaces: null,
  lines: [LINE],
  printed: 0,
  ...changes,
});

// The browser of the tests has no fonts that could be missing.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true }));
afterAll(() => Reflect.deleteProperty(document, 'fonts'));

async function open(what: string, answer: Answer, answers: Record<string, Answer> = {}) {
  const asked = pretendApi({ 'GET /api/desk/print/*': answer, ...answers });
  const opened = openDeskPage(printPage, { at: `/desk/print/${what}`, path: '/desk/print/:what' });
  await screen.findByRole('button', { name: 'Print' });
  return { asked, ...opened };
}
const openOrders = (what: string, orders: PrintedOrder[], more: Partial<PrintedOrders> = {}, answers = {}) =>
  open(
    what,
    {
      body: {
        sheet: 'card',
        sender: { street: '1 Lane', city: 'London', postcode: 'E8 1AA', email: 'm@shop.example' },
        day: '2026-11-18',
        run: null,
        orders,
        ...more,
      },
    },
    answers,
  );
const facts = () => screen.getByRole('heading', { level: 1, name: /^(Gift|Work|Packing)/ }).nextElementSibling;

describe('What is printed of orders', () => {
  test('cards have the note and no more than finds its bouquet; orders without a note have none', async () => {
    const { asked } = await openOrders('cards?day=2026-11-18&run=2&x=1', [
      makePrinted(),
      makePrinted({ id: 8, note: '' }),
      makePrinted({ id: 9, printed: 1 }),
    ]);
    expect(asked[0]?.call).toBe('GET /api/desk/print/?sheet=card&day=2026-11-18&run=2');
    expect(facts()).toHaveTextContent(
      'Wednesday 18 November, 2 cards on 1 sheet, A4 card, cut to 96 × 139 mm, 1 order has no card, 1 printed before',
    );
    const [card, again] = screen.getAllByRole('article');
    expect(card).toHaveTextContent(/^With loveMarigold Lane7 · YO31$/);
    expect(again).toHaveTextContent('Reprint of 9');
    expect(screen.getByRole('link', { name: 'Leave out the 1 printed before' })).toHaveAttribute(
      'href',
      '/desk/print/cards?day=2026-11-18&run=2&only=unprinted',
    );
  });

  test('tickets have what is tied, what was swapped and what is out of the ordinary', async () => {
    await openOrders('tickets', [
      makePrinted({
        note: '',
        printed: 1,
        replaces: 3,
        swap_choice: 'ask',
        driver_note: 'Blue door',
        nobody_in: 'neighbour',
        lines: [LINE, { ...LINE, name: 'Tearoom', quantity: 1, extras: [], swaps: [] }],
      }),
    ]);
    expect(facts()).toHaveTextContent('2 tickets on 1 sheet');
    const [first, second] = screen.getAllByRole('article');
    expect(first).toHaveTextContent(/^2 ×Peony WeatherStandard\. Kraft paper\. Counts are for one\.YO31Run 2/);
    expect(first).toHaveTextContent('7Peony5Garden roseSwap: 4 Tulip instead of 3 PeonyNo card');
    expect(first).toHaveTextContent(/Blue door · If nobody is in: /);
    expect(first).toHaveTextContent(
      /Order 7, 1 of 2, Nell ThorneReprint · Replacement · Ask before a swap · Clear vase$/,
    );
    expect(second).not.toHaveTextContent('Swap:');
  });

  test('slips have what is in the parcel as it was tied, and no prices', async () => {
    await openOrders('slips', [makePrinted(), makePrinted({ id: 8, by_carrier: true })]);
    expect(facts()).toHaveTextContent('2 slips on 2 sheets');
    const row = screen.getAllByRole('row', { name: /^Peony Weather/ })[0];
    expect(row).toHaveTextContent('4 peony, 5 garden rose, 4 tulip132');
    expect(screen.getByText('Run 2, stop 3')).toBeVisible();
    expect(screen.getByText('By carrier')).toBeVisible();
    expect(document.body).not.toHaveTextContent('£');
  });

  test('is counted when it goes to the printer, and is no reprint while it is there', async () => {
    const { asked } = await openOrders(
      'cards?ids=7,9',
      [makePrinted(), makePrinted({ id: 9 })],
      {},
      {
        [RECORD]: { status: 204 },
      },
    );
    const again = [makePrinted({ printed: 1 }), makePrinted({ id: 9, printed: 1 })];
    const read = { sheet: 'card', sender: {}, day: null, run: null, orders: again };
    pretendApi({ 'GET /api/desk/print/*': { body: read }, [RECORD]: { status: 204 } });
    window.dispatchEvent(new Event('beforeprint'));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[1]).toMatchObject({ call: RECORD, body: { sheet: 'card', orders: [7, 9] } });
    expect(screen.queryByText(/^Reprint/)).not.toBeInTheDocument();
    window.dispatchEvent(new Event('afterprint'));
    expect(await screen.findByText('Reprint of 9')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Leave out/ })).not.toBeInTheDocument();
  });

  test('that is not counted is printed all the same', async () => {
    const { asked } = await openOrders('cards', [makePrinted()], {}, { [RECORD]: { status: 500, body: {} } });
    window.dispatchEvent(new Event('beforeprint'));
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(RECORD));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByText('With love')).toBeVisible();
  });

  test('of nothing is nothing, and nothing is counted', async () => {
    const { asked } = await openOrders('cards', [makePrinted({ note: '' })]);
    expect(screen.getByText('There is nothing to print here.')).toBeVisible();
    window.dispatchEvent(new Event('beforeprint'));
    expect(asked).toHaveLength(1);
  });
});

describe('The sheet of a run', () => {
  const RUN: RunSheet = {
    id: 5,
    number: 2,
    day: '2026-11-18',
    leaves_at: '09:00',
    driver: 'Dan',
    stops: [
      {
        order: 7,
        stage: 'to tie',
        recipient: 'Nell Thorne',
        address: ['12 Gillygate', 'York'],
        postcode: 'YO31 7EQ',
        phone: '020 7946 0000',
        driver_note: 'Blue door',
        nobody_in: 'neighbour',
        what: ['2 × Peony Weather'],
        bouquets: 2,
      },
    ],
  };

  test('has its stops in their order, with who, where and what to do if nobody is in', async () => {
    const { asked } = await open('run?run=5', { body: RUN });
    expect(asked[0]?.call).toBe('GET /api/desk/print/run/?run=5');
    expect(screen.getByText(/leaves 09:00/)).toHaveTextContent(
      'Wednesday 18 November 2026, leaves 09:00 with Dan. 1 stop, 2 bouquets.',
    );
    const [, stop] = screen.getAllByRole('row');
    const cells = within(stop as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(0, 4)).toEqual([
      '1',
      expect.stringMatching(/^Nell Thorne12 Gillygate, YorkBlue doorIf nobody is in: /),
      '2 × Peony Weather',
      '020 7946 0000',
    ]);
  });

  test('of no run says where one is chosen', async () => {
    const { asked } = await open('run', { body: RUN });
    expect(screen.getByText('Choose a run on the page of deliveries first.')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
