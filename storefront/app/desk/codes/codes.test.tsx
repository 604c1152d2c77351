import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { DeskCode } from '#contract/desk-codes.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { pretendApi } from '../../testing/pretend-api.ts';
import { openDeskPage } from '../testing/open-desk-page.tsx';
import * as codePage from './code-page.tsx';
import * as codesPage from './codes-page.tsx';
import * as newCodePage from './new-code-page.tsx';

const LIST = 'GET /api/desk/codes/';
const MONTH = 'GET /api/desk/codes/this-month/';
const ADD = 'POST /api/desk/codes/';

const makeCode = (changes: Partial<DeskCode> = {}): DeskCode => ({
  id: 1,
  code: 'SUMMER',
  kind: 'percent',
  value: 10,
  from: null,
  until: null,
  least: null,
  uses: null,
  each: null,
  first_order: false,
  ended_at: null,
  state: 'open',
  used: 3,
  given: 14.7,
  brought: 162.3,
  ...changes,
});

const fact = (name: string) => screen.getByText(name).nextElementSibling;
const button = (name: string) => screen.getByRole('button', { name });

describe('Promo codes', () => {
  async function open(codes: DeskCode[], guesses_today = 0, search = '') {
    pretendApi({
      [`${LIST}*`]: { body: codes },
      [MONTH]: { body: { given: 14.7, brought: 162.3, guesses_today } },
    });
    openDeskPage(codesPage, { at: `/desk/codes${search}` });
    await screen.findByRole('heading', { level: 1, name: 'Promo codes' });
  }

  test('are a row each: what it gives, for whom, when, how often, and what it gave away', async () => {
    await open([
      makeCode({ least: 40, each: 1, first_order: true, uses: 100, from: '2026-06-01', until: '2026-08-31' }),
      makeCode({ id: 2, code: 'FIVER', kind: 'pounds', value: 5, state: 'to come', from: '2026-12-01', each: 2 }),
      makeCode({ id: 3, code: 'POST-FREE', kind: 'free delivery', value: 0, state: 'used up' }),
    ]);
    const [head, ...rows] = screen
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
    expect(head).toEqual(['Code', 'Gives', 'For', 'From – until', 'Used', 'Given away', 'State']);
    expect(rows).toEqual([
      [
        'SUMMER',
        '10 % off',
        'First order, Orders from £40.00, Once each',
        '1 Jun 2026 – 31 Aug 2026',
        '3 of 100',
        '£14.70',
        'Open',
      ],
      ['FIVER', '£5.00 off', '2 times each', '1 Dec 2026 – no end', '3 of ∞', '£14.70', 'Starts 1 Dec'],
      ['POST-FREE', 'Free delivery', 'Everything', 'No end', '3 of ∞', '£14.70', 'Used up'],
    ]);
    expect(screen.getByRole('link', { name: 'POST-FREE' })).toHaveAttribute('href', '/desk/codes/POST-FREE');
    expect(screen.getByText(/^1 open, 1 to come\./)).toHaveTextContent('they gave away £14.70 and came with £162.30');
  });

  test('come fifty at once, with the way to older ones', async () => {
    await open(Array.from({ length: 50 }, (_, place) => makeCode({ id: 90 - place, code: `C${place}` })));
    expect(screen.getByRole('link', { name: 'Older codes' })).toHaveAttribute('href', '/desk/codes?before=41');
  });

  test('that there are none is said, on the first page and on a later one', async () => {
    await open([]);
    expect(screen.getByText('There is no code yet.')).toBeVisible();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
    await open([], 0, '?before=41');
    expect(screen.getByText('There are no older codes.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Newest codes' })).toHaveAttribute('href', '/desk/codes');
  });

  test('that somebody may be guessing is said from the thirtieth guess of a day on', async () => {
    await open([makeCode()], 29);
    expect(screen.getByRole('note')).toHaveTextContent(/^Codes that nobody made, tried today: 29\.$/);
    await open([makeCode()], 30);
    expect(screen.getByRole('note')).toHaveTextContent('Somebody may be guessing');
  });
});

describe('One code', () => {
  async function open(code: Partial<DeskCode>, search = '') {
    const made = makeCode(code);
    const path = `/api/desk/codes/${made.code}/` as const;
    const asked = pretendApi({
      [`GET ${path}`]: () => ({ body: made }),
      [`PATCH ${path}`]: () => {
        made.ended_at = made.ended_at ? null : '2026-11-16T09:00:00.000Z';
        return { status: 204 };
      },
    });
    const opened = openDeskPage(codePage, { at: `/desk/codes/${made.code}${search}`, path: '/desk/codes/:code' });
    await screen.findByRole('heading', { level: 1, name: made.code });
    return { asked, ...opened };
  }

  test('says what it gives and brought, and how it reads in a cart', async () => {
    await open({ kind: 'pounds', value: 5, least: 80, uses: 4, each: null });
    expect(fact('For')).toHaveTextContent('Orders from £80.00');
    expect(fact('Uses per person')).toHaveTextContent('no end');
    expect(screen.getByRole('heading', { name: 'Used 3 of 4' })).toBeVisible();
    expect(screen.getByText('£14.70 given away, £162.30 of orders came with it.')).toBeVisible();
    expect(fact('Total')).toHaveTextContent('£80.00');
    expect(fact('Code SUMMER')).toHaveTextContent('−£5.00');
    expect(fact('Amount to pay')).toHaveTextContent('£80.00');
  });

  test('is ended by a press and opened by the next, and each is said', async () => {
    const { visitor, asked } = await open({});
    await visitor.click(button('End SUMMER'));
    expect(await screen.findByText('It has ended. Nobody can use it any more.')).toBeVisible();
    await visitor.click(button('Open SUMMER again'));
    expect(await screen.findByText('It is open. The shop takes it.')).toBeVisible();
    expect(asked.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body)).toEqual([
      { open: false },
      { open: true },
    ]);
  });

  test('that there is not is said', async () => {
    pretendApi({ 'GET /api/desk/codes/NONE/': { status: 404, body: { detail: 'There is no such code.' } } });
    openDeskPage(codePage, { at: '/desk/codes/NONE', path: '/desk/codes/:code' });
    expect(await screen.findByRole('alert')).toHaveTextContent('404 There is no such code.');
  });
});

describe('A new code', () => {
  async function open(answer: Parameters<typeof pretendApi>[0][string] = { status: 201, body: makeCode() }) {
    const asked = pretendApi({ [LIST]: { body: [] }, [ADD]: answer });
    const opened = openDeskPage(newCodePage, { at: '/desk/codes/new' });
    await screen.findByRole('heading', { level: 1, name: 'New code' });
    return { asked, ...opened };
  }

  test('shows while it is made how it reads in a cart', async () => {
    const { visitor } = await open();
    await fillIn(visitor, { Code: 'autumn', Off: '15 %' });
    expect(fact('Code AUTUMN')).toHaveTextContent('−£9.30');
    expect(fact('Amount to pay')).toHaveTextContent('£57.70');
    await visitor.click(screen.getByRole('radio', { name: /^Pounds/ }));
    await fillIn(visitor, { Off: '£5.50', 'From an order of (optional)': '£70' });
    expect(fact('Code AUTUMN')).toHaveTextContent('−£5.50');
    expect(fact('Amount to pay')).toHaveTextContent('£69.50');
    await visitor.click(screen.getByRole('radio', { name: /^Delivery/ }));
    expect(fact('Code AUTUMN')).toHaveTextContent('−£5.00');
  });

  test('is sent as numbers and days; once for each person unless that is changed', async () => {
    const { visitor, asked } = await open();
    await fillIn(visitor, {
      Code: ' AUTUMN-26 ',
      Off: '15 %',
      'From an order of (optional)': '£1,200',
      'Uses in all (empty: no end)': '200',
    });
    await visitor.type(screen.getByLabelText(/^From \(optional\)/), '2026-12-01');
    await visitor.click(screen.getByRole('checkbox', { name: 'First order only' }));
    await visitor.click(button('Make the code'));
    expect(await screen.findByText('Now at /desk/codes/SUMMER?saved=open')).toBeInTheDocument();
    expect(asked.at(-1)?.body).toEqual({
      code: 'AUTUMN-26',
      kind: 'percent',
      value: 15,
      from: '2026-12-01',
      until: null,
      least: 1_200,
      uses: 200,
      each: 1,
      first_order: true,
    });
  });

  test('says what is refused at its fields, and keeps what was typed', async () => {
    const { visitor, asked } = await open({
      status: 400,
      body: { code: ['There is such a code.'], value: ['A whole number from 1 to 100 is needed here.'] },
    });
    await fillIn(visitor, { Code: 'SUMMER', Off: 'ten', 'Uses in all (empty: no end)': 'many' });
    await visitor.click(button('Make the code'));
    expect(await screen.findByRole('textbox', { name: 'Code', description: /There is such a code\.$/ })).toHaveFocus();
    const off = screen.getByLabelText('Off');
    expect(off).toHaveAccessibleDescription('A whole number from 1 to 100 is needed here.');
    expect(off).toHaveValue('ten');
    expect(asked.at(-1)?.body).toMatchObject({ value: 'ten', uses: 'many' });
  });

  test('that is short is warned of, one that is made up is not', async () => {
    const { visitor } = await open();
    const code = screen.getByLabelText('Code');
    await visitor.type(code, 'SALE20');
    expect(code).toHaveAccessibleDescription(/^A short code is guessed sooner or later/);
    await visitor.click(button('Make one up'));
    expect(code).toHaveDisplayValue(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/);
    expect(code).toHaveAccessibleDescription('Letters and digits; capitals make no difference.');
  });

  test('is not for whoever may make none', async () => {
    pretendApi({ [LIST]: { status: 403, body: { detail: 'Only an owner may do that.' } } });
    openDeskPage(newCodePage, { at: '/desk/codes/new', roles: ['florist'] });
    expect(await screen.findByRole('alert')).toHaveTextContent('403 Only an owner may do that.');
  });
});
