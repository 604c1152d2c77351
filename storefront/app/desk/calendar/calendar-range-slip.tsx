import { Link, Form as PlainForm } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type CalendarDay, MAX_CLOSED_WORDS } from '#contract/desk-calendar.ts';
import type { Fields } from '../desk-api.ts';
import { AnswersTo } from '../ui/answers.tsx';
import { DayField, Hidden, TextField } from '../ui/field.tsx';
import { Form, IN_SHOP } from '../ui/form.tsx';
import { sayDays, sayRange } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';

/** The days that were asked for, or why they cannot be. */
export type RangeData = { from: string; to: string; days: CalendarDay[]; refused: Fields | undefined };

type Props = { range: RangeData; month: string; saved: string | null };

/** Several days at once: chosen first, so that what is on them is said before they are closed. */
export function CalendarRangeSlip({ range, month, saved }: Props) {
  const { days } = range;
  // What is over stays as it is.
  const ahead = days.filter((day) => day.can_change);
  return (
    <>
      <h2 className="font-serif text-slip" tabIndex={-1}>
        Close several days
      </h2>
      <p className="text-small text-soft">For a holiday of yours. Both days are part of it.</p>
      <PlainForm method="get" action="/desk/calendar/days#beside" className="grid gap-3.5" preventScrollReset>
        <AnswersTo refused={range.refused}>
          <DayField name="from" label="From" value={range.from} required />
          <DayField name="to" label="To" value={range.to} required />
        </AnswersTo>
        <div className="desk-acts">
          <button type="submit" className={days.length > 0 ? 'desk-button line' : 'desk-button'}>
            {days.length > 0 ? 'Show other days' : 'Show these days'}
          </button>
          <Link className="desk-button plain" to={`/desk/calendar?month=${month}`} preventScrollReset>
            {saved ? 'Done' : 'Leave it'}
          </Link>
        </div>
      </PlainForm>
      {days.length > 0 && (
        <>
          <hr className="my-2 border-rule" />
          <h3 className="font-semibold">{sayRange(ahead.length > 0 ? ahead : days)}</h3>
          {ahead.length < days.length && (
            <p className="text-small text-soft">
              Only days after today can be closed.{ahead.length > 0 && ' Those before stay as they are.'}
            </p>
          )}
        </>
      )}
      {ahead.length > 0 && (
        <>
          <Booked days={ahead} />
          <Form act={changeCalendar} className="grid gap-3.5" label={sayRange(ahead)} saved={saved && IN_SHOP}>
            {({ isSending }) => <RangeFields days={ahead} isSending={isSending} />}
          </Form>
        </>
      )}
      <hr className="my-2 border-rule" />
    </>
  );
}

/** Which of them have orders, and what becomes of those. */
function Booked({ days }: { days: CalendarDay[] }) {
  const booked = days.filter((day) => day.booked > 0);
  if (booked.length === 0)
    return <p className="text-small text-soft">Nothing is booked on {days.length === 1 ? 'it' : 'them'}.</p>;
  return (
    <>
      <p className="desk-warn">
        {sayOrdered(booked.length, days.length)} Closing a day takes none of them away: they are tied and delivered as
        promised, unless you move or cancel them.
      </p>
      <ul className="text-small">
        {booked.map(({ day, booked: count }) => (
          <li key={day} className="flex items-center justify-between gap-4">
            <Link className="text-link" to={`/desk/orders?day=${day}`}>
              {formatDay(day)}
            </Link>
            <span>{count} booked</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function sayOrdered(booked: number, days: number): string {
  if (days === 1) return 'It has orders.';
  return booked === 1 ? 'One of them has orders.' : `${booked} of them have orders.`;
}

/** All of these days can still be changed. */
function RangeFields({ days, isSending }: { days: CalendarDay[]; isSending: boolean }) {
  const closedAlone = days.filter(({ own }) => own.words !== null);
  const words = new Set(closedAlone.map(({ own }) => own.words));
  const isClosed = days.every(({ open }) => !open);
  const holidays = days.filter(({ open, holiday, own }) => !open && holiday !== null && own.words === null);
  return (
    <>
      <Hidden values={{ from: days[0]?.day, to: days.at(-1)?.day }} />
      <TextField
        name="words"
        label="Why not"
        value={words.size === 1 ? ([...words][0] ?? '') : ''}
        maxLength={MAX_CLOSED_WORDS}
        hint={`Customers read it beside ${days.length === 1 ? 'the' : 'each'} day.${holidays.length > 0 ? ' Bank holidays keep their names.' : ''}`}
      />
      <div className="desk-acts">
        <button
          type="submit"
          name="do"
          value="close"
          className={isClosed ? 'desk-button line' : 'desk-button'}
          disabled={isSending}
        >
          {isClosed && closedAlone.length > 0 ? 'Change the reason' : `Close ${sayDays(days.length)}`}
        </button>
        {closedAlone.length > 0 && (
          <button type="submit" name="do" value="open" className="desk-button line" disabled={isSending}>
            Open {sayDays(closedAlone.length)} again
          </button>
        )}
      </div>
    </>
  );
}
