import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/delivery.ts';
import type { CalendarDay } from '#contract/desk-calendar.ts';
import { openPage } from '../../testing/open-page.tsx';
import { AS_USUAL, makeDay } from '../testing/calendar-samples.ts';
import { CalendarRangeSlip, type RangeData } from './calendar-range-slip.tsx';

const FIRST = '2026-12-14';

const makeDays = (count: number, changes: Partial<CalendarDay> = {}) =>
  Array.from({ length: count }, (_, place) => makeDay(addDays(FIRST, place), changes));
const OVER = { can_change: false };
const CLOSED = { open: false, words: 'Our holiday', own: { ...AS_USUAL, words: 'Our holiday' } };

function open(days: CalendarDay[], range: Partial<RangeData> = {}, saved: string | null = null) {
  const shown = { from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '', days, refused: undefined, ...range };
  openPage(<CalendarRangeSlip range={shown} month="2026-12" saved={saved} />, { at: '/desk/calendar/days' });
}
const close = () => screen.queryByRole('button', { name: /^Close / });

describe('Several days of the calendar', () => {
  test('before any are chosen there is nothing to close', () => {
    open([]);
    expect(screen.getByRole('button', { name: 'Show these days' })).toBeInTheDocument();
    expect(close()).not.toBeInTheDocument();
  });

  test('days in the wrong order are refused at their field, which keeps them', () => {
    open([], { from: addDays(FIRST, 3), to: FIRST, refused: { to: ['The last day is before the first.'] } });
    const last = screen.getByLabelText(/^To/);
    expect(last).toHaveAccessibleDescription('The last day is before the first.');
    expect(last).toHaveValue(FIRST);
    expect(screen.getByLabelText(/^From/)).toHaveValue(addDays(FIRST, 3));
  });

  test('what is over can be closed no more', () => {
    open(makeDays(3, OVER));
    expect(screen.getByText('Only days after today can be closed.')).toBeInTheDocument();
    expect(close()).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Why not')).not.toBeInTheDocument();
  });

  test('of a range only what is ahead is offered', () => {
    open([...makeDays(2, OVER), ...makeDays(5).slice(2)]);
    expect(screen.getByText('Only days after today can be closed. Those before stay as they are.')).toBeInTheDocument();
    expect(close()).toHaveTextContent('Close 3 days');
    expect(screen.getByText('Nothing is booked on them.')).toBeInTheDocument();
  });

  test('which of them have orders is said with the way there, and that those stay', () => {
    const [first, second] = makeDays(2);
    open([first as CalendarDay, { ...(second as CalendarDay), booked: 3 }]);
    expect(screen.getByText(/^One of them has orders\. Closing a day takes none of them away/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Tuesday 15 December' })).toHaveAttribute(
      'href',
      '/desk/orders?day=2026-12-15',
    );
    expect(screen.getByText('3 booked')).toBeInTheDocument();
  });

  test('one day is spoken of as one', () => {
    open(makeDays(1, { booked: 1 }));
    expect(screen.getByText(/^It has orders\./)).toBeInTheDocument();
    expect(close()).toHaveTextContent('Close 1 day');
    expect(screen.getByLabelText('Why not')).toHaveAccessibleDescription('Customers read it beside the day.');
  });

  test('days that are closed can have another reason, or be open again', () => {
    open(makeDays(2, CLOSED), {}, 'days');
    expect(close()).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change the reason' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open 2 days again' })).toBeInTheDocument();
    expect(screen.getByLabelText('Why not')).toHaveValue('Our holiday');
    expect(screen.getByText('Saved. The shop shows it.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Done' })).toBeInTheDocument();
  });

  test('where only some are closed, the others can be closed as well', () => {
    open([...makeDays(1, CLOSED), ...makeDays(3).slice(1)]);
    expect(close()).toHaveTextContent('Close 3 days');
    expect(screen.getByRole('button', { name: 'Open 1 day again' })).toBeInTheDocument();
  });

  test('a bank holiday keeps its name', () => {
    open(makeDays(2, { open: false, holiday: 'Boxing Day' }));
    expect(screen.getByLabelText('Why not')).toHaveAccessibleDescription(/Bank holidays keep their names\.$/);
  });
});
