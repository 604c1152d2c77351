import { useState } from 'react';
import { Link } from 'react-router';
import type { CalendarWeekday, DeskCalendar } from '#contract/desk-calendar.ts';
import type { Refused } from '../desk-page.ts';

import { groupWeek, listTimes, sayTime, WEEKDAY_NAMES } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';
import { Wrong } from './field.tsx';
import { wasName } from './read-form.ts';
import { type Answered, IN_SHOP, SentForm } from './sent-form.tsx';

type Props = { calendar: DeskCalendar; saved: string | null; refused: Refused['refused'] | undefined };

/** What every week is like. */
export function WeekFacts({ calendar: { week, month }, beside }: { calendar: DeskCalendar; beside: string | null }) {
  return (
    <>
      <h3>Every week</h3>
      <dl className="office-facts">
        {groupWeek(week).map(({ days, words }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <div className="desk-acts office-outdent">
        <Link className="desk-button plain mid" to={`/desk/calendar/week?month=${month}#beside`}>
          Change the week
        </Link>
        {beside !== 'days' && (
          <Link className="desk-button plain mid" to={`/desk/calendar/days?month=${month}#beside`}>
            Close several days
          </Link>
        )}
      </div>
    </>
  );
}

/** The limit and the cut-off of each day of the week. */
export function CalendarWeekSlip({ calendar: now, saved, refused }: Props) {
  const [calendar] = useState(now);
  const { week, month, holds, cut_off } = calendar;
  return (
    <>
      <h2 tabIndex={-1}>Every week</h2>
      <p className="desk-soft">
        An empty field is as on every day: {holds ?? 'no limit'}, {sayTime(cut_off)}. On a day that is switched off
        nothing is delivered, week after week; orders that are on it stay.
      </p>
      <SentForm
        act={changeCalendar}
        params={{ beside: 'week' }}
        refused={refused}
        fields={week.map(({ key }) => key)}
        className="office-form"
        label="Every week"
        saved={saved && IN_SHOP}
      >
        {(answered) => (
          <>
            <input type="hidden" name="month" value={month} />
            <div className="cal-week-heads" aria-hidden="true">
              <span />
              <span>Holds</span>
              <span>Cut-off</span>
            </div>
            {week.map((weekday) => (
              <WeekdayFields key={weekday.key} weekday={weekday} calendar={calendar} answered={answered} />
            ))}
            <div className="desk-acts">
              <button type="submit" className="desk-button" disabled={answered.isSending}>
                Save
              </button>
              <Link className="desk-button plain" to={`/desk/calendar?month=${month}`} preventScrollReset>
                Leave it
              </Link>
            </div>
          </>
        )}
      </SentForm>
    </>
  );
}

type RowProps = { weekday: CalendarWeekday; calendar: DeskCalendar; answered: Answered };

function WeekdayFields({ weekday: { key, own }, calendar, answered }: RowProps) {
  const name = WEEKDAY_NAMES[key];
  const isOpen = own.holds !== 0;
  const was = { holds: own.holds ? String(own.holds) : '', cut_off: own.cut_off ?? '' };
  const isWrong = answered.wrong(key) !== undefined;
  const described = { 'aria-invalid': isWrong || undefined, 'aria-describedby': isWrong ? `${key}-wrong` : undefined };
  return (
    <fieldset className="cal-weekday">
      <legend className="sr-only">{name}</legend>
      <label className="desk-toggle">
        <input type="checkbox" name={`${key}-open`} defaultChecked={answered.ticked(`${key}-open`, isOpen)} />
        <i />
        <span aria-hidden="true">{name}</span>
        <span className="sr-only">We deliver on {name}s</span>
      </label>
      <input type="hidden" name={wasName(`${key}-open`)} value={isOpen ? 'on' : ''} />
      <input type="hidden" name={wasName(`${key}-holds`)} value={was.holds} />
      <input type="hidden" name={wasName(`${key}-cut_off`)} value={was.cut_off} />
      <input
        className="paper-input cal-week-field"
        name={`${key}-holds`}
        inputMode="numeric"
        autoComplete="off"
        aria-label={`${name} holds`}
        placeholder={calendar.holds === null ? 'no limit' : String(calendar.holds)}
        defaultValue={answered.typed(`${key}-holds`, was.holds)}
        {...described}
      />
      <select
        className="paper-input cal-week-field"
        name={`${key}-cut_off`}
        aria-label={`Cut-off for ${name}`}
        defaultValue={answered.typed(`${key}-cut_off`, was.cut_off)}
        {...described}
      >
        <option value="">{sayTime(calendar.cut_off)}</option>
        {listTimes(own.cut_off).map((time) => (
          <option key={time}>{time}</option>
        ))}
      </select>
      <span className="cal-none">no deliveries</span>
      <Wrong name={key} answered={answered} />
    </fieldset>
  );
}
