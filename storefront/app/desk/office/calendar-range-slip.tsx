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
  const { from, to, days } = range;
  return (
    <>
      <h2 tabIndex={-1}>Close several days</h2>
      <p className="desk-soft">For a holiday of yours. Both days are part of it.</p>
      <Form method="get" action="/desk/calendar/days#beside" className="office-form" preventScrollReset>
        <RangeDay name="from" label="From" value={from} range={range} />
        <RangeDay name="to" label="To" value={to} range={range} />
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
          <h3>{sayRange(days)}</h3>
          <Booked days={days} />
          <SentForm
            act={changeCalendar}
            params={{ beside: 'days' }}
            refused={refused}
            fields={['words']}
            className="office-form"
            label={sayRange(days)}
            saved={saved && IN_SHOP}
          >
            {(answered) => <RangeFields range={range} answered={answered} />}
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
        {booked.length === 1 ? 'One of them has orders.' : `${booked.length} of them have orders.`} Closing a day takes
        none of them away: they are tied and delivered as promised, unless you move or cancel them.
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

function RangeFields({ range: { from, to, days }, answered }: { range: RangeData; answered: Answered }) {
  const closedAlone = days.filter(({ own }) => own.words !== null);
  const words = new Set(closedAlone.map(({ own }) => own.words));
  const holidays = days.filter(({ open, holiday, own }) => !open && holiday !== null && own.words === null);
  return (
    <>
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="to" value={to} />
      <Field
        name="words"
        label="Why not"
        value={words.size === 1 ? ([...words][0] ?? '') : ''}
        maxLength={MAX_CLOSED_WORDS}
        hint={`Customers read it beside each day.${holidays.length > 0 ? ' Bank holidays keep their names.' : ''}`}
        answered={answered}
      />
      <div className="desk-acts">
        <button type="submit" name="do" value="close" className="desk-button" disabled={answered.isSending}>
          Close {sayDays(days.length)}
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
