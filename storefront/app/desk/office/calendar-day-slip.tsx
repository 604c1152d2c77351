import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type CalendarDay, MAX_CLOSED_WORDS, MAX_SHOP_LINE } from '#contract/desk-calendar.ts';
import { formatPounds } from '#contract/money.ts';
import type { Refused } from '../desk-page.ts';

import { listTimes, sayPlaces, sayTime } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';
import { CountField } from './count-field.tsx';
import { mapFields, sayMeanwhile, toDayFields, toSeen } from './day-fields.ts';
import { ariaOf, Field, Wrong } from './field.tsx';
import { wasName } from './read-form.ts';
import { type Answered, IN_SHOP, SentForm } from './sent-form.tsx';

type Props = { day: CalendarDay; saved: string | null; refused: Refused['refused'] | undefined };

/** One day, to look at or to change. */
export function CalendarDaySlip({ day: now, saved, refused }: Props) {
  // What others change meanwhile does not change what somebody is filling in.
  const [day] = useState(now);
  return (
    <>
      <h2 tabIndex={-1}>{formatDay(day.day)}</h2>
      <p className={now.open && now.holds !== null && now.booked > now.holds ? 'paper-warn' : 'desk-soft'}>
        {sayPlaces(now)}
      </p>
      {day.can_change ? (
        <SentForm
          act={changeCalendar}
          params={{ beside: day.day }}
          refused={refused}
          fields={['words', 'holds', 'cut_off', 'surcharge', 'line']}
          className="office-form"
          label={formatDay(day.day)}
          saved={saved && IN_SHOP}
        >
          {(answered) => <DayFields day={day} now={now} answered={answered} />}
        </SentForm>
      ) : (
        <DayFacts day={day} />
      )}
      <hr />
    </>
  );
}

type FieldsProps = { day: CalendarDay; now: CalendarDay; answered: Answered };

/** What the fields show is `day`; it is `now` if somebody else has changed it since. */
function DayFields({ day, now, answered }: FieldsProps) {
  const { own, holiday } = day;
  const is = toDayFields(now);
  const was = mapFields(toDayFields(day), (name, value) => answered.typed(wasName(name), value));
  const meanwhile = sayMeanwhile(was, is);
  return (
    <>
      <p className={meanwhile ? 'paper-warn' : 'sr-only'} role="status">
        {meanwhile}
      </p>
      {Object.entries(was).map(([name, value]) => (
        <input key={name} type="hidden" name={wasName(name)} value={value} />
      ))}
      <input type="hidden" name="seen" value={JSON.stringify(toSeen(now))} />
      <label className="desk-toggle">
        <input type="checkbox" name="open" defaultChecked={answered.ticked('open', day.open)} />
        <i />
        We deliver on this day
      </label>
      {holiday && <p className="office-hint">{holiday} is closed by rule unless you open it.</p>}
      <div className="cal-why-field">
        <Field
          name="words"
          label={
            holiday ? (
              <>
                Why not <span className="office-optional">(optional)</span>
              </>
            ) : (
              'Why not'
            )
          }
          value={was.words}
          placeholder={holiday ?? ''}
          maxLength={MAX_CLOSED_WORDS}
          hint="Customers read it beside the day."
          answered={answered}
        />
      </div>
      <CountField
        className="row"
        name="holds"
        label="Holds"
        value={was.holds}
        empty={day.own.holds === null && day.holds !== null ? day.holds : day.booked}
        placeholder={day.own.holds === null ? (day.holds === null ? 'no limit' : String(day.holds)) : 'as usual'}
        answered={answered}
      />
      <div className="office-field row">
        <label htmlFor="cut_off">Cut-off, the day before</label>
        <select
          className="paper-input"
          id="cut_off"
          name="cut_off"
          defaultValue={answered.typed('cut_off', was.cut_off)}
          {...ariaOf('cut_off', false, answered)}
        >
          <option value="">{own.cut_off === null ? `${sayTime(day.cut_off)}, as usual` : 'as usual'}</option>
          {listTimes(own.cut_off).map((time) => (
            <option key={time}>{time}</option>
          ))}
        </select>
        <Wrong name="cut_off" answered={answered} />
      </div>
      <Field
        className="row"
        name="surcharge"
        label="Surcharge"
        value={was.surcharge}
        inputMode="decimal"
        placeholder="£0.00"
        answered={answered}
      />
      <div className="cal-line-field">
        <Field
          name="line"
          label={
            <>
              Line in the shop <span className="office-optional">(optional)</span>
            </>
          }
          value={was.line}
          maxLength={MAX_SHOP_LINE}
          answered={answered}
        />
      </div>
      <div className="desk-acts">
        <button type="submit" className="desk-button" disabled={answered.isSending}>
          Save
        </button>
        <Link className="desk-button plain" to={`/desk/calendar?month=${day.day.slice(0, 7)}`} preventScrollReset>
          Leave it
        </Link>
      </div>
    </>
  );
}

/** A day that has come cannot be changed any more. */
function DayFacts({ day }: { day: CalendarDay }) {
  return (
    <dl className="office-facts">
      <div>
        <dt>{day.open ? 'Open' : 'Closed'}</dt>
        <dd>{day.words ?? ''}</dd>
      </div>
      {day.open && (
        <>
          <div>
            <dt>Holds</dt>
            <dd>{day.holds ?? 'no limit'}</dd>
          </div>
          <div>
            <dt>Cut-off, the day before</dt>
            <dd>{sayTime(day.cut_off)}</dd>
          </div>
          {day.surcharge > 0 && (
            <div>
              <dt>Surcharge</dt>
              <dd>{formatPounds(day.surcharge)}</dd>
            </div>
          )}
          {day.line !== null && (
            <div>
              <dt>Line in the shop</dt>
              <dd>{day.line}</dd>
            </div>
          )}
        </>
      )}
    </dl>
  );
}
