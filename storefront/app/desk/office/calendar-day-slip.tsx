import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type CalendarDay, MAX_CLOSED_WORDS } from '#contract/desk-calendar.ts';
import { formatPounds } from '#contract/money.ts';
import type { Refused } from '../desk-page.ts';

import { listTimes, sayPlaces, sayTime } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';
import { ariaOf, Field, Wrong } from './field.tsx';
import { wasName } from './read-form.ts';
import { type Answered, SentForm } from './sent-form.tsx';

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
      {saved && (
        <p className="office-saved" role="status">
          Saved. The shop shows it.
        </p>
      )}
      {day.can_change ? (
        <SentForm
          act={changeCalendar}
          params={{ beside: day.day }}
          refused={refused}
          fields={['words', 'holds', 'cut_off', 'surcharge']}
          className="office-form"
          label={formatDay(day.day)}
        >
          {(answered) => <DayFields day={day} answered={answered} />}
        </SentForm>
      ) : (
        <DayFacts day={day} />
      )}
      <hr />
    </>
  );
}

function DayFields({ day, answered }: { day: CalendarDay; answered: Answered }) {
  const { own, holiday } = day;
  const was = {
    words: own.words ?? '',
    holds: own.holds === null ? '' : String(own.holds),
    cut_off: own.cut_off ?? '',
    surcharge: day.surcharge === 0 ? '' : formatPounds(day.surcharge),
  };
  return (
    <>
      {Object.entries(was).map(([name, value]) => (
        <input key={name} type="hidden" name={wasName(name)} value={value} />
      ))}
      <input type="hidden" name={wasName('open')} value={day.open ? 'on' : ''} />
      <label className="office-switch">
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
      <Field
        className="row"
        name="holds"
        label="Holds"
        value={was.holds}
        inputMode="numeric"
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
        </>
      )}
    </dl>
  );
}
