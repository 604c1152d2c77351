import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CalendarDay, DeskCalendar } from '#contract/desk-calendar.ts';
import { fillIn } from '../../testing/open-page.tsx';
import { type Answer, pretendApi } from '../../testing/pretend-api.ts';
import { AS_USUAL, makeCalendar, makeDay } from '../testing/calendar-samples.ts';
import { openDeskPage, tellDesk } from '../testing/open-desk-page.tsx';
import * as calendarPage from './calendar-page.tsx';

const READ = 'GET /api/desk/calendar/*';
const DAY = 'PATCH /api/desk/calendar/days/2026-12-10/';
const DAYS = 'PATCH /api/desk/calendar/days/';
const WEEK = 'PATCH /api/desk/calendar/week/';
const SAVED = 'Saved. The shop shows it.';

async function open(calendar: DeskCalendar, beside = '', answers: Record<string, Answer> = {}) {
  const asked = pretendApi({ ...answers, [READ]: { body: calendar } });
  const opened = openDeskPage(calendarPage, { at: `/desk/calendar${beside}`, path: '/desk/calendar/:beside?' });
  await screen.findByRole('heading', { level: 1, name: 'December 2026' });
  return { asked, ...opened };
}

const openDay = (day: Partial<CalendarDay>, answer: Answer = { status: 204 }) =>
  open(makeCalendar({ 10: day }), '/2026-12-10', { [DAY]: answer });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('The month', () => {
  test('says of each day what is booked and what is out of the ordinary', async () => {
    await open(
      makeCalendar({
        2: { booked: 4 },
        10: { booked: 3, holds: 3, own: { ...AS_USUAL, holds: 3 } },
        11: { booked: 1, cut_off: '10:00', own: { ...AS_USUAL, cut_off: '10:00' }, surcharge: 3 },
        25: { open: false, words: 'Christmas Day', holiday: 'Christmas Day', booked: 2 },
      }),
    );
    for (const said of [
      'Wednesday 2 December, 4 booked, today',
      'Thursday 10 December, 3 of 3 booked, full',
      'Friday 11 December, 1 booked, cut-off 10:00, surcharge £3.00',
      'Friday 25 December, closed: Christmas Day, 2 booked',
    ])
      expect(screen.getByText(said).closest('a')).toBeVisible();
    expect(screen.getByText(/^10 booked\./)).toBeVisible();
  });

  test('leads to the months beside it and to each day', async () => {
    await open(makeCalendar());
    expect(screen.getByRole('link', { name: 'November 2026' })).toHaveAttribute('href', '/desk/calendar?month=2026-11');
    expect(screen.getByRole('link', { name: 'January 2027' })).toHaveAttribute('href', '/desk/calendar?month=2027-01');
    expect(screen.getByText('Thursday 10 December, 0 booked').closest('a')).toHaveAttribute(
      'href',
      '/desk/calendar/2026-12-10#beside',
    );
    expect(screen.getByText('Press a day to change it.')).toBeVisible();
  });

  test('in which nobody can order says so, wherever one is in it', async () => {
    await open(makeCalendar({}, { paused: true }));
    expect(screen.getByRole('alert')).toHaveTextContent('Nobody can order: every day');
    await open(makeCalendar({}, { paused: true }), '/week');
    expect(screen.getByRole('alert')).toHaveTextContent('Nobody can order: every day');
  });

  test('that is over has nothing to press', async () => {
    await open(makeCalendar({}, { today: '2027-01-04' }));
    expect(screen.getByText('These days are over.')).toBeVisible();
  });

  test('shows what somebody changed elsewhere', async () => {
    const { asked } = await open(makeCalendar());
    pretendApi({ [READ]: { body: makeCalendar({ 10: { booked: 8 } }) } });
    await tellDesk('calendar');
    expect(await screen.findByText(/^8 booked\./)).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  test('has no page for a day that there is not', async () => {
    pretendApi({});
    openDeskPage(calendarPage, { at: '/desk/calendar/2026-02-31', path: '/desk/calendar/:beside?' });
    expect(await screen.findByRole('alert')).toHaveTextContent('404 There is no such day.');
  });
});

describe('A day', () => {
  test('sends only what was changed, with the day as it was seen, and says that it is saved', async () => {
    const { visitor, asked } = await openDay({ holds: 60, own: { ...AS_USUAL, holds: 60 }, booked: 12 });
    await visitor.click(screen.getByRole('button', { name: 'Fewer' }));
    await visitor.selectOptions(screen.getByLabelText('Cut-off, the day before'), '10:00');
    await fillIn(visitor, { Surcharge: '£3', 'Line in the shop (optional)': 'Order by 10' });
    await visitor.click(save());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(asked.find(({ call }) => call === DAY)?.body).toEqual({
      seen: { open: true, words: null, holds: 60, cut_off: null, surcharge: 0, line: null },
      holds: 59,
      cut_off: '10:00',
      surcharge: 3,
      line: 'Order by 10',
    });
  });

  test('is closed with a reason', async () => {
    const { visitor, asked } = await openDay({});
    await visitor.click(screen.getByRole('checkbox', { name: 'We deliver on this day' }));
    await fillIn(visitor, { 'Why not': 'Stocktaking' });
    await visitor.click(save());
    await screen.findByText(SAVED);
    expect(asked.find(({ call }) => call === DAY)?.body).toMatchObject({ open: false, words: 'Stocktaking' });
  });

  test('that is refused says why at its fields, and keeps what was typed', async () => {
    const { visitor } = await openDay(
      {},
      {
        status: 400,
        body: { surcharge: ['An amount is written in pounds, as 3.00.'], holds: ['A whole number is needed here.'] },
      },
    );
    await fillIn(visitor, { Surcharge: 'three', Holds: 'some' });
    await visitor.click(save());
    const surcharge = await screen.findByRole('textbox', {
      name: 'Surcharge',
      description: 'An amount is written in pounds, as 3.00.',
    });
    expect(surcharge).toHaveValue('three');
    expect(screen.getByLabelText('Holds')).toHaveAccessibleDescription('A whole number is needed here.');
    expect(screen.queryByText(SAVED)).not.toBeInTheDocument();
  });

  test('that somebody else changed meanwhile says what, and keeps what was typed', async () => {
    const { visitor } = await openDay({});
    await fillIn(visitor, { 'Line in the shop (optional)': 'Mine' });
    pretendApi({ [READ]: { body: makeCalendar({ 10: { surcharge: 3, line: 'Theirs' } }) } });
    await tellDesk('calendar');
    expect(await screen.findByText(/^Somebody else has changed this day meanwhile/)).toHaveTextContent(
      'Now: surcharge £3.00; line in the shop: Theirs. Saving replaces only what you change.',
    );
    expect(screen.getByLabelText(/^Line in the shop/)).toHaveValue('Mine');
  });

  test.each<[string, Partial<CalendarDay>, string]>([
    [
      'holds less than is booked',
      { booked: 3, holds: 2 },
      '3 are booked, more than the day holds: they stay, and no more can come.',
    ],
    ['is closed', { open: false, words: 'Stocktaking', booked: 2 }, '2 booked: they stay.'],
    ['has no limit', { booked: 5 }, '5 booked; there is no limit.'],
    ['has room', { booked: 2, holds: 1_030 }, '2 booked, 1,028 may still come.'],
    ['is full', { booked: 3, holds: 3 }, '3 booked: full.'],
  ])('that %s says what becomes of its orders', async (_, day, words) => {
    await openDay(day);
    expect(screen.getByText(words)).toBeVisible();
  });

  test('that is a bank holiday may be closed without a reason of its own', async () => {
    await openDay({ open: false, holiday: 'Boxing Day', words: 'Boxing Day' });
    expect(screen.getByText('Boxing Day is closed by rule unless you open it.')).toBeVisible();
    expect(screen.getByLabelText('Why not (optional)')).toHaveAttribute('placeholder', 'Boxing Day');
  });

  test('that has come is only read', async () => {
    await open(makeCalendar({ 1: { holds: 40, surcharge: 3, line: 'Advent' } }), '/2026-12-01');
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toContainEqual(['Holds', '40']);
    expect(facts).toContainEqual(['Surcharge', '£3.00']);
    expect(facts).toContainEqual(['Line in the shop', 'Advent']);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('Every week', () => {
  test('is told in as few rows as it has kinds of days', async () => {
    const { week } = makeCalendar();
    const closed = week.map((day) => (day.key === 'sun' ? { ...day, holds: 0 } : day));
    await open(makeCalendar({}, { week: closed }));
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Monday to Saturday', 'no limit, noon'],
      ['Sunday', 'no deliveries'],
    ]);
  });

  test('sends the days that were changed, and nothing of one that takes no deliveries any more', async () => {
    const { visitor, asked } = await open(makeCalendar(), '/week', { [WEEK]: { status: 204 } });
    await fillIn(visitor, { 'Monday holds': '20', 'Sunday holds': '5' });
    await visitor.selectOptions(screen.getByLabelText('Cut-off for Tuesday'), '09:30');
    await visitor.click(screen.getByRole('checkbox', { name: /We deliver on Sundays/ }));
    await visitor.click(save());
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(asked.find(({ call }) => call === WEEK)?.body).toEqual({
      mon: { holds: 20 },
      tue: { cut_off: '09:30' },
      sun: { open: false },
    });
  });

  test('that is refused says why at its day', async () => {
    const { visitor } = await open(makeCalendar(), '/week', {
      [WEEK]: { status: 400, body: { mon: ['A whole number from 0 to 100000 is needed here.'] } },
    });
    await fillIn(visitor, { 'Monday holds': 'lots' });
    await visitor.click(save());
    const monday = await screen.findByRole('textbox', { name: 'Monday holds', description: /^A whole number/ });
    expect(monday).toHaveValue('lots');
    expect(screen.getByLabelText('Tuesday holds')).toBeValid();
  });
});

describe('Closing several days', () => {
  const RANGE = '/days?from=2026-12-14&to=2026-12-15';
  const days = [makeDay('2026-12-14'), makeDay('2026-12-15')];
  const openRange = (answer: Answer, shown = days) =>
    open(makeCalendar(), RANGE, {
      'GET /api/desk/calendar/days/?from=2026-12-14&to=2026-12-15': { body: shown },
      [DAYS]: answer,
    });

  test('sends both ends and the reason', async () => {
    const { visitor, asked } = await openRange({ status: 204 });
    await fillIn(visitor, { 'Why not': 'Our holiday' });
    await visitor.click(screen.getByRole('button', { name: 'Close 2 days' }));
    expect(await screen.findByText(SAVED)).toBeVisible();
    expect(asked.find(({ call }) => call === DAYS)?.body).toEqual({
      from: '2026-12-14',
      to: '2026-12-15',
      open: false,
      words: 'Our holiday',
    });
  });

  test('that is refused keeps the reason', async () => {
    const { visitor } = await openRange({ status: 400, body: { words: ['Say why in one line.'] } });
    await visitor.click(screen.getByRole('button', { name: 'Close 2 days' }));
    const why = await screen.findByRole('textbox', { name: 'Why not', description: /Say why in one line\.$/ });
    expect(why).toBeInvalid();
  });

  test('opens them again without one', async () => {
    const closed = days.map((day) => ({
      ...day,
      open: false,
      words: 'Our holiday',
      own: { ...AS_USUAL, words: 'Our holiday' },
    }));
    const { visitor, asked } = await openRange({ status: 204 }, closed);
    await visitor.click(screen.getByRole('button', { name: 'Open 2 days again' }));
    await screen.findByText(SAVED);
    expect(asked.find(({ call }) => call === DAYS)?.body).toEqual({ from: '2026-12-14', to: '2026-12-15', open: true });
  });

  test('that cannot be a range is refused at its field by the shop', async () => {
    await open(makeCalendar(), '/days?from=2026-12-15&to=2026-12-14', {
      'GET /api/desk/calendar/days/?from=2026-12-15&to=2026-12-14': {
        status: 400,
        body: { to: ['The last day is before the first.'] },
      },
    });
    expect(screen.getByLabelText(/^To/)).toHaveAccessibleDescription('The last day is before the first.');
  });
});
