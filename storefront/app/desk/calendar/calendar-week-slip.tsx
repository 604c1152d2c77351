import { useState } from 'react';
import { Link } from 'react-router';
import type { CalendarWeekday, DeskCalendar } from '#contract/desk-calendar.ts';
import { ChoiceField, Hidden, SwitchField, TextField, Wrong } from '../ui/field.tsx';
import { Form, IN_SHOP } from '../ui/form.tsx';
import { toWas } from '../ui/read-changed.ts';
import { Facts } from '../ui/slip.tsx';
import { groupWeek, listTimes, sayTime, WEEKDAY_NAMES } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';

/** What every week is like. */
export const WeekFacts = ({ calendar: { week, month }, beside }: { calendar: DeskCalendar; beside: string | null }) => (
  <>
    <h3 className="font-semibold">Every week</h3>
    <Facts facts={groupWeek(week).map(({ days, words }) => [days, words])} />
    <div className="desk-acts -ml-3.5">
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

const COLUMNS = 'grid grid-cols-[minmax(134px,1fr)_repeat(2,minmax(0,88px))] items-center gap-x-2 gap-y-1';

/** The limit and the cut-off of each day of the week. */
export function CalendarWeekSlip({ calendar: now, saved }: { calendar: DeskCalendar; saved: string | null }) {
  const [calendar] = useState(now);
  const { week, month, holds, cut_off } = calendar;
  return (
    <>
      <h2 className="font-serif text-slip" tabIndex={-1}>
        Every week
      </h2>
      <p className="text-small text-soft">
        An empty field is as on every day: {holds ?? 'no limit'}, {sayTime(cut_off)}. On a day that is switched off
        nothing is delivered, week after week; orders that are on it stay.
      </p>
      <Form act={changeCalendar} className="grid gap-3.5" label="Every week" saved={saved && IN_SHOP}>
        {({ isSending }) => (
          <>
            <Hidden values={{ month }} />
            <div className={`${COLUMNS} -mb-2 text-micro text-soft`} aria-hidden="true">
              <span />
              <span>Holds</span>
              <span>Cut-off</span>
            </div>
            {week.map((weekday) => (
              <WeekdayFields key={weekday.key} weekday={weekday} calendar={calendar} />
            ))}
            <div className="desk-acts">
              <button type="submit" className="desk-button" disabled={isSending}>
                Save
              </button>
              <Link className="desk-button plain" to={`/desk/calendar?month=${month}`} preventScrollReset>
                Leave it
              </Link>
            </div>
          </>
        )}
      </Form>
    </>
  );
}

/** What a day without deliveries holds, and until when, is nothing to fill in. */
const IF_OPEN = 'group-not-has-[[type=checkbox]:checked]/weekday:hidden [&_.desk-input]:px-2.5';

function WeekdayFields({ weekday: { key, own }, calendar }: { weekday: CalendarWeekday; calendar: DeskCalendar }) {
  const name = WEEKDAY_NAMES[key];
  const isOpen = own.holds !== 0;
  const was = { holds: own.holds ? String(own.holds) : '', cut_off: own.cut_off ?? '' };
  return (
    <fieldset className={`group/weekday ${COLUMNS}`}>
      <legend className="sr-only">{name}</legend>
      <SwitchField name={`${key}-open`} isOn={isOpen}>
        <span className="font-semibold" aria-hidden="true">
          {name}
        </span>
        <span className="sr-only">We deliver on {name}s</span>
      </SwitchField>
      <Hidden
        values={toWas({
          [`${key}-open`]: isOpen ? 'on' : '',
          [`${key}-holds`]: was.holds,
          [`${key}-cut_off`]: was.cut_off,
        })}
      />
      <TextField
        isQuiet
        className={IF_OPEN}
        name={`${key}-holds`}
        refusedAs={key}
        isRefusedElsewhere
        inputMode="numeric"
        label={`${name} holds`}
        placeholder={calendar.holds === null ? 'no limit' : String(calendar.holds)}
        value={was.holds}
      />
      <ChoiceField
        isQuiet
        className={IF_OPEN}
        name={`${key}-cut_off`}
        refusedAs={key}
        isRefusedElsewhere
        label={`Cut-off for ${name}`}
        value={was.cut_off}
        choices={[{ value: '', words: sayTime(calendar.cut_off) }, ...listTimes(own.cut_off)]}
      />
      <span className="col-span-2 col-start-2 hidden min-h-12 items-center text-small text-soft group-not-has-[[type=checkbox]:checked]/weekday:flex">
        no deliveries
      </span>
      <Wrong name={key} id={`${key}-wrong`} />
    </fieldset>
  );
}
