import { useState } from 'react';
import { Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type CalendarDay, MAX_CLOSED_WORDS, MAX_SHOP_LINE } from '#contract/desk-calendar.ts';
import { formatPounds } from '#contract/money.ts';
import { useAnswers } from '../ui/answers.tsx';
import { ChoiceField, Hidden, MoneyField, SwitchField, TextField } from '../ui/field.tsx';
import { Form, IN_SHOP } from '../ui/form.tsx';
import { toWas } from '../ui/read-changed.ts';
import { Facts } from '../ui/slip.tsx';
import { listTimes, sayPlaces, sayTime } from './calendar-words.ts';
import { changeCalendar } from './change-calendar.ts';
import { CountField } from './count-field.tsx';
import { sayMeanwhile, toDayFields, toSeen } from './day-fields.ts';

type Props = { day: CalendarDay; saved: string | null };

/** One day, to look at or to change. */
export function CalendarDaySlip({ day: now, saved }: Props) {
  // What others change meanwhile does not change what somebody is filling in.
  const [day] = useState(now);
  return (
    <>
      <h2 className="font-serif text-slip" tabIndex={-1}>
        {formatDay(day.day)}
      </h2>
      <p className={now.open && now.holds !== null && now.booked > now.holds ? 'desk-warn' : 'text-small text-soft'}>
        {sayPlaces(now)}
      </p>
      {day.can_change ? (
        <Form
          act={changeCalendar}
          className="group/day grid gap-3.5"
          label={formatDay(day.day)}
          saved={saved && IN_SHOP}
        >
          <DayFields day={day} now={now} />
        </Form>
      ) : (
        <DayFacts day={day} />
      )}
      <hr className="my-2 border-rule" />
    </>
  );
}

/** What the fields show is `day`; it is `now` if somebody else has changed it since. */
function DayFields({ day, now }: { day: CalendarDay; now: CalendarDay }) {
  const { isSending } = useAnswers();
  const { own, holiday } = day;
  const is = toDayFields(now);
  const was = toDayFields(day);
  const meanwhile = sayMeanwhile(was, is);
  return (
    <>
      <p className={meanwhile ? 'desk-warn' : 'sr-only'} role="status">
        {meanwhile}
      </p>
      <Hidden values={{ ...toWas(was), seen: JSON.stringify(toSeen(now)) }} />
      <SwitchField name="open" isOn={day.open}>
        We deliver on this day
      </SwitchField>
      {holiday && <p className="text-small text-soft">{holiday} is closed by rule unless you open it.</p>}
      {/* Only a closed day has a reason, and only an open one a line. */}
      <TextField
        className="group-has-[[name=open]:checked]/day:hidden"
        name="words"
        label="Why not"
        note={holiday && '(optional)'}
        value={was.words}
        placeholder={holiday ?? ''}
        maxLength={MAX_CLOSED_WORDS}
        hint="Customers read it beside the day."
      />
      <CountField
        isRow
        name="holds"
        label="Holds"
        value={was.holds}
        empty={day.own.holds === null && day.holds !== null ? day.holds : day.booked}
        placeholder={day.own.holds === null ? (day.holds === null ? 'no limit' : String(day.holds)) : 'as usual'}
      />
      <ChoiceField
        isRow
        name="cut_off"
        label="Cut-off, the day before"
        value={was.cut_off}
        choices={[
          { value: '', words: own.cut_off === null ? `${sayTime(day.cut_off)}, as usual` : 'as usual' },
          ...listTimes(own.cut_off),
        ]}
      />
      <MoneyField isRow name="surcharge" label="Surcharge" value={was.surcharge} />
      <TextField
        className="group-has-[[name=open]:not(:checked)]/day:hidden"
        name="line"
        label="Line in the shop"
        note="(optional)"
        value={was.line}
        maxLength={MAX_SHOP_LINE}
      />
      <div className="desk-acts">
        <button type="submit" className="desk-button" disabled={isSending}>
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
const DayFacts = ({ day: { open, words, holds, cut_off, surcharge, line } }: { day: CalendarDay }) => (
  <Facts
    facts={[
      [open ? 'Open' : 'Closed', words ?? ''],
      ...(open
        ? ([
            ['Holds', holds ?? 'no limit'],
            ['Cut-off, the day before', sayTime(cut_off)],
            ...(surcharge > 0 ? [['Surcharge', formatPounds(surcharge)]] : []),
            ...(line === null ? [] : [['Line in the shop', line]]),
          ] as [string, string][])
        : []),
    ]}
  />
);
