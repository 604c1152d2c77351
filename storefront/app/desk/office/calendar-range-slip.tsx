import { Form, Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type CalendarDay, MAX_CLOSED_WORDS } from '#contract/desk-calendar.ts';
import { DayInput } from '../day-input.tsx';
import type { Refused } from '../desk-page.ts';
import { FieldRefused } from '../paper/form-parts.tsx';
import { sayDays, sayRange } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';
import { Field } from './field.tsx';
import { type Answered, IN_SHOP, SentForm } from './sent-form.tsx';

/** The days that were asked for, or why they cannot be. */
export type RangeData = { from: string; to: string; days: CalendarDay[]; refused: Refused['refused'] | undefined };

type Props = { range: RangeData; month: string; saved: string | null; refused: Refused['refused'] | undefined };

/** Several days at once: chosen first, so that what is on them is said before they are closed. */
export function CalendarRangeSlip({ range, month, saved, refused }: Props) {
  const { days } = range;
  // What is over stays as it is.
  const ahead = days.filter((day) => day.can_change);
  return (
    <>
      <h2 tabIndex={-1}>Close several days</h2>
      <p className="desk-soft">For a holiday of yours. Both days are part of it.</p>
      <Form method="get" action="/desk/calendar/days#beside" className="office-form" preventScrollReset>
        <RangeDay name="from" label="From" value={range.from} range={range} />
        <RangeDay name="to" label="To" value={range.to} range={range} />
        <div className="desk-acts">
          <button type="submit" className={days.length > 0 ? 'desk-button line' : 'desk-button'}>
            {days.length > 0 ? 'Show other days' : 'Show these days'}
          </button>
          <Link className="desk-button plain" to={`/desk/calendar?month=${month}`} preventScrollReset>
            {saved ? 'Done' : 'Leave it'}
          </Link>
        </div>
      </Form>
      {days.length > 0 && (
        <>
          <hr />
          <h3>{sayRange(ahead.length > 0 ? ahead : days)}</h3>
          {ahead.length < days.length && (
            <p className="desk-soft">
              Only days after today can be closed.{ahead.length > 0 && ' Those before stay as they are.'}
            </p>
          )}
        </>
      )}
      {ahead.length > 0 && (
        <>
          <Booked days={ahead} />
          <SentForm
            act={changeCalendar}
            params={{ beside: 'days' }}
            refused={refused}
            fields={['words']}
            className="office-form"
            label={sayRange(ahead)}
            saved={saved && IN_SHOP}
          >
            {(answered) => <RangeFields days={ahead} answered={answered} />}
          </SentForm>
        </>
      )}
      <hr />
    </>
  );
}

function RangeDay({
  name,
  label,
  value,
  range,
}: {
  name: 'from' | 'to';
  label: string;
  value: string;
  range: RangeData;
}) {
  const id = `range-${name}`;
  return (
    <div className="office-field">
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        name={name}
        className="paper-input"
        required
        defaultValue={value}
        aria-invalid={range.refused?.[name] !== undefined || undefined}
        aria-describedby={`${id}-wrong`}
      />
      <FieldRefused refused={range.refused} name={name} id={`${id}-wrong`} />
    </div>
  );
}

/** Which of them have orders, and what becomes of those. */
function Booked({ days }: { days: CalendarDay[] }) {
  const booked = days.filter((day) => day.booked > 0);
  if (booked.length === 0)
    return <p className="desk-soft">Nothing is booked on {days.length === 1 ? 'it' : 'them'}.</p>;
  return (
    <>
      <p className="paper-warn">
        {sayOrdered(booked.length, days.length)} Closing a day takes none of them away: they are tied and delivered as
        promised, unless you move or cancel them.
      </p>
      <ul className="cal-booked">
        {booked.map(({ day, booked: count }) => (
          <li key={day}>
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
function RangeFields({ days, answered }: { days: CalendarDay[]; answered: Answered }) {
  const closedAlone = days.filter(({ own }) => own.words !== null);
  const words = new Set(closedAlone.map(({ own }) => own.words));
  const isClosed = days.every(({ open }) => !open);
  const holidays = days.filter(({ open, holiday, own }) => !open && holiday !== null && own.words === null);
  return (
    <>
      <input type="hidden" name="from" value={days[0]?.day} />
      <input type="hidden" name="to" value={days.at(-1)?.day} />
      <Field
        name="words"
        label="Why not"
        value={words.size === 1 ? ([...words][0] ?? '') : ''}
        maxLength={MAX_CLOSED_WORDS}
        hint={`Customers read it beside ${days.length === 1 ? 'the' : 'each'} day.${holidays.length > 0 ? ' Bank holidays keep their names.' : ''}`}
        answered={answered}
      />
      <div className="desk-acts">
        <button
          type="submit"
          name="do"
          value="close"
          className={isClosed ? 'desk-button line' : 'desk-button'}
          disabled={answered.isSending}
        >
          {isClosed && closedAlone.length > 0 ? 'Change the reason' : `Close ${sayDays(days.length)}`}
        </button>
        {closedAlone.length > 0 && (
          <button type="submit" name="do" value="open" className="desk-button line" disabled={answered.isSending}>
            Open {sayDays(closedAlone.length)} again
          </button>
        )}
      </div>
    </>
  );
}
