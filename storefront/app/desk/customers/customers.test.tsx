import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { DeskCustomer, DeskCustomers } from '#contract/desk-customers.ts';
import type { Role } from '#contract/roles.ts';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as customerPage from './customer-page.tsx';
import * as customersPage from './customers-page.tsx';

type Row = DeskCustomers['customers'][number];
const makeRow = (changes: Partial<Row> = {}): Row => ({
  id: 3,
  name: 'Rosalind Thorne',
  email: 'rosalind@post.example',
  orders: 2,
  spent: 1_208.5,
  stopped: false,
  district: 'YO31',
  last_bought: '2026-11-16T09:00:00.000Z',
  claims_waiting: 0,
  ...changes,
});

const makeCustomer = (changes: Partial<DeskCustomer> = {}): DeskCustomer => ({
  id: 3,
  name: 'Rosalind Thorne',
  email: 'rosalind@post.example',
  orders: 2,
  spent: 98,
  stopped: false,
  confirmed: true,
  since: '2026-02-14T10:00:00.000Z',
  usually: null,
  stopped_because: null,
  orders_list: [],
  next: null,
  claims: [],
  notes: [],
  ...changes,
});

describe('Customers', () => {
  async function open(customers: Row[], next: number | null = null, search = '') {
    const asked = pretendApi({ 'GET /api/desk/customers/*': { body: { customers, next } } });
    const opened = openDeskPage(customersPage, { at: `/desk/customers${search}` });
    await screen.findByRole('heading', { level: 1, name: 'Customers' });
    return { asked, ...opened };
  }

  test('are a row each, with what is to be known before answering them', async () => {
    await open([
      makeRow(),
      makeRow({ id: 4, name: 'Nell', orders: 1, spent: 54, district: null, last_bought: null }),
      makeRow({ id: 5, name: 'Ivo', claims_waiting: 2 }),
      makeRow({ id: 6, name: 'Una', stopped: true, claims_waiting: 1 }),
    ]);
    const [, ...rows] = screen.getAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Rosalind Thorne', 'rosalind@post.example', 'YO31', '2', '£1,208.50', 'Mon 16 Nov', ''],
      ['Nell', 'rosalind@post.example', '–', '1', '£54.00', 'Never', 'First order'],
      ['Ivo', 'rosalind@post.example', 'YO31', '2', '£1,208.50', 'Mon 16 Nov', '2 claims waiting'],
      ['Una', 'rosalind@post.example', 'YO31', '2', '£1,208.50', 'Mon 16 Nov', 'Stopped'],
    ]);
    expect(screen.getByRole('link', { name: 'Nell' })).toHaveAttribute('href', '/desk/customers/4');
  });

  test('are found by a part of what they are called, page by page', async () => {
    const { asked } = await open([makeRow()], 2, '?find=%20thorn%20&before=9');
    expect(asked[0]?.call).toBe('GET /api/desk/customers/?find=thorn&before=9');
    expect(screen.getByText('Who has “thorn” in a name or an address.')).toBeVisible();
    expect(screen.getByRole('searchbox', { name: 'Find a customer' })).toHaveValue('thorn');
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('Show more')).toBe('/desk/customers?find=thorn&before=2');
    expect(to('From the beginning')).toBe('/desk/customers?find=thorn');
  });

  test.each([
    ['', 'Nobody has bought anything yet.'],
    ['?find=xyz', 'Nobody is found by that. Try a shorter part.'],
  ])('that there are none at “%s” is said', async (search, words) => {
    await open([], null, search);
    expect(screen.getByText(words)).toBeVisible();
  });
});

describe('A customer', () => {
  const READ = 'GET /api/desk/customers/3/';
  async function open(
    changes: Partial<DeskCustomer> = {},
    answers: Record<string, Answer> = {},
    roles: Role[] = ['owner'],
  ) {
    const asked = pretendApi({ [READ]: { body: makeCustomer(changes) }, ...answers });
    const opened = openDeskPage(customerPage, { at: '/desk/customers/3', path: '/desk/customers/:id', roles });
    await screen.findByRole('heading', { level: 1, name: 'Rosalind Thorne' });
    return { asked, ...opened };
  }
  const slip = (name: string) => within(screen.getByRole('region', { name }));
  const button = (name: string) => screen.getByRole('button', { name });

  test('has rows of orders, with what went back, and of claims', async () => {
    const order = {
      id: 7,
      bouquet: 'Peony Weather',
      picture: null,
      recipient: 'Nell',
      district: 'E8',
      day: '2026-11-20',
      stage: 'delivered',
      amount: 54,
      refunded: 5,
      is_replacement: false,
    } as const;
    await open({
      orders_list: [order, { ...order, id: 8, refunded: 0, is_replacement: true, day: null }],
      next: 5,
      claims: [{ id: 4, order: 7, text: 'Broken.', state: 'waiting' }],
    });
    expect(screen.getByRole('row', { name: /^7 / })).toHaveTextContent(
      'Peony WeatherNell, E8Fri 20 NovDelivered£54.00£5.00 back',
    );
    expect(screen.getByRole('row', { name: /^8 / })).toHaveTextContent(/Replacement–$/);
    expect(screen.getByRole('row', { name: /Broken\./ })).toHaveTextContent('Order 7Broken.Waiting');
    expect(screen.getByRole('link', { name: 'Earlier ones' })).toHaveAttribute('href', '/desk/customers/3?before=5');
  });

  test('without any of them says so', async () => {
    await open();
    for (const words of ['Nothing was bought yet.', 'None.', 'None yet.'])
      expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByText(/^rosalind@post\.example, confirmed\./)).toHaveTextContent(
      'With us since 14 February 2026.',
    );
  });

  test('is stopped with words that they read, and allowed again', async () => {
    const PUT = 'PUT /api/desk/customers/3/stop/';
    const { visitor, asked } = await open({}, { [PUT]: { status: 204 } });
    await visitor.type(screen.getByLabelText('Why, in words that they read'), 'A payment was false.');
    const DELETE = 'DELETE /api/desk/customers/3/stop/';
    pretendApi({
      [PUT]: { status: 204 },
      [DELETE]: { status: 204 },
      [READ]: { body: makeCustomer({ stopped: true, stopped_because: 'A payment was false.' }) },
    });
    await visitor.click(button('Stop orders'));
    expect(await screen.findByText('Stopped.')).toBeVisible();
    expect(screen.getByText(/They read: “A payment was false\.”/)).toBeVisible();
    expect(screen.queryByLabelText('Why, in words that they read')).not.toBeInTheDocument();
    await visitor.click(button('Allow orders again'));
    await screen.findByRole('heading', { level: 1 });
    expect(asked.find(({ call }) => call === PUT)?.body).toEqual({ reason: 'A payment was false.' });
    expect(asked.map(({ call }) => call)).toContain(DELETE);
  });

  test('of whom a note is refused keeps it', async () => {
    const { visitor } = await open(
      { notes: [{ id: 1, text: 'Rings early.', who: 'Flora', at: '2026-11-16T09:00:00.000Z' }] },
      {
        'POST /api/desk/customers/3/notes/': { status: 400, body: { text: ['At most 1000 characters.'] } },
      },
    );
    expect(slip('Notes').getByText('Flora, Monday 16 November')).toBeVisible();
    await visitor.type(screen.getByLabelText('A new note'), 'Rings late.');
    await visitor.click(button('Add note'));
    const note = await screen.findByRole('textbox', { name: 'A new note', description: 'At most 1000 characters.' });
    expect(note).toHaveValue('Rings late.');
  });

  test('gets a copy of their data, for which the shop asks a passkey', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const COPY = 'POST /api/desk/customers/3/copies/';
    const { visitor } = await open({}, { [COPY]: { status: 403, body: { detail: 'Confirm.', confirm: true } } });
    await visitor.click(button('Make a copy for them'));
    await visitor.click(await screen.findByRole('button', { name: 'Leave it' }));
    expect(slip('Their data').getByRole('status')).toBeEmptyDOMElement();
    pretendApi({ [COPY]: { status: 429, body: { detail: 'One copy an hour.' } } });
    await visitor.click(button('Make a copy for them'));
    expect(await screen.findByText('One copy an hour.')).toBeVisible();
    pretendApi({ [COPY]: { body: { address: '/files/copy.zip' } } });
    await visitor.click(button('Make a copy for them'));
    expect(await screen.findByText('The copy is on its way.')).toBeVisible();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/files/copy.zip');
  });

  test('leaves by a press that has the name on it; a refusal says why', async () => {
    const LEAVE = 'POST /api/desk/customers/3/delete/';
    const { visitor } = await open({}, { [LEAVE]: { status: 409, body: { detail: 'An order is on its way.' } } });
    await visitor.click(screen.getByText('Let them leave…'));
    await visitor.click(button('Delete Rosalind Thorne'));
    expect(await screen.findByRole('alert')).toHaveTextContent('An order is on its way.');
    pretendApi({ [READ]: { body: makeCustomer() }, [LEAVE]: { status: 204 } });
    await visitor.click(button('Delete Rosalind Thorne'));
    expect(await screen.findByText('Now at /desk/customers')).toBeInTheDocument();
  });

  test('is only read by a florist', async () => {
    await open({}, {}, ['florist']);
    expect(slip('Notes').getByText('None yet.')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Their data' })).not.toBeInTheDocument();
  });
});
