import { useEffect, useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import { holidayName } from '#contract/bank-holidays.ts';
import { formatDay } from '#contract/delivery.ts';
import type { CalendarDay, DeskCalendar } from '#contract/desk-calendar.ts';
import { useLive } from '../live.ts';
import { Columns } from '../ui/columns.tsx';
import { Fill } from '../ui/fill.tsx';
import { Page } from '../ui/page.tsx';
import { Slip } from '../ui/slip.tsx';
import { CalendarDaySlip } from './calendar-day-slip.tsx';
import { CalendarRangeSlip, type RangeData } from './calendar-range-slip.tsx';
import { CalendarWeekSlip, WeekFacts } from './calendar-week-slip.tsx';
import { daysAround, isFull, monthAfter, monthName, nameDay, sayBooked, shortSurcharge } from './calendar-words.ts';

/** The month; beside it one day of it, several, the week, or none of them. */
export type CalendarData = {
  calendar: DeskCalendar;
  beside: 'week' | 'days' | string | null;
  saved: string | null;
  range: RangeData;
};

/** What each day holds. A day opens beside the month. */
export function CalendarView({ data: { calendar, beside, saved, range } }: { data: CalendarData }) {
  const { revalidate } = useRevalidator();
  useLive(() => void revalidate());
  const slip = useRef<HTMLDivElement>(null);
  const shown = useRef(beside);
  // Whoever pressed a day goes on in what opened; on a phone it is below the month.
  useEffect(() => {
    if (shown.current === beside) return;
    shown.current = beside;
    slip.current?.querySelector('h2')?.focus({ preventScroll: true });
    if (beside !== null) slip.current?.scrollIntoView({ block: 'nearest' });
  }, [beside]);
  const { month, today, days, paused } = calendar;
  const chosen = days.find(({ day }) => day === beside);
  const isSlip = beside === 'week' || beside === 'days';
  const isChosen = (day: string) => day === beside || (range.days.length > 0 && range.from <= day && day <= range.to);
  return (
    <Page
      title={monthName(month)}
      lead={
        <>
          {sayBooked(calendar)} Bank holidays are closed by rule; a closed day never loses an order that is already on
          it.
        </>
      }
      below={paused && !isSlip && <Paused />}
      acts={
        <nav className="desk-acts" aria-label="Months">
          <MonthLink month={monthAfter(month, -1)} sign="‹" />
          <Link className="desk-button line mid" to="/desk/calendar" preventScrollReset>
            This month
          </Link>
          <MonthLink month={monthAfter(month, 1)} sign="›" />
        </nav>
      }
    >
      <Columns
        aside={
          <Slip as="div" id="beside" ref={slip}>
            {/* On a phone this is what is in sight once the week or the range is saved. */}
            {paused && isSlip && <Paused />}
            {chosen && <CalendarDaySlip key={`${chosen.day} ${saved}`} day={chosen} saved={saved} />}
            {beside === 'days' && (
              <CalendarRangeSlip key={`${range.from} ${range.to} ${saved}`} range={range} month={month} saved={saved} />
            )}
            {beside === 'week' ? (
              <CalendarWeekSlip key={saved} calendar={calendar} saved={saved} />
            ) : (
              <>
                {!chosen && beside !== 'days' && (
                  <p className="text-small text-soft">
                    {days.some(({ day }) => day > today) ? 'Press a day to change it.' : 'These days are over.'}
                  </p>
                )}
                <WeekFacts calendar={calendar} beside={beside} />
              </>
            )}
          </Slip>
        }
      >
        <div>
          <Month calendar={calendar} isChosen={isChosen} />
          <Legend />
        </div>
      </Columns>
    </Page>
  );
}

const Paused = () => (
  <p className="desk-warn" role="alert">
    Nobody can order: every day that customers can choose is closed. The shop says ‘No deliveries at the moment’.
  </p>
);

function MonthLink({ month, sign }: { month: string | undefined; sign: string }) {
  if (month === undefined) return null;
  return (
    <Link
      className="desk-round line bg-lift"
      to={`/desk/calendar?month=${month}`}
      aria-label={monthName(month)}
      preventScrollReset
    >
      {sign}
    </Link>
  );
}

const HEADS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function Month({ calendar, isChosen }: { calendar: DeskCalendar; isChosen: (day: string) => boolean }) {
  const { before, after } = daysAround(calendar);
  return (
    <ul
      className="cal [container:cal_/_inline-size] grid grid-cols-[repeat(7,minmax(0,1fr))] border-t border-leaf-900 border-l border-line"
      aria-label={monthName(calendar.month)}
    >
      {HEADS.map((head) => (
        <li key={head} className="cal-head" aria-hidden="true">
          {head}
        </li>
      ))}
      {before.map((day) => (
        <OtherDay key={day} day={day} />
      ))}
      {calendar.days.map((day) => (
        <li key={day.day}>
          <DayCell day={day} isChosen={isChosen(day.day)} isToday={day.day === calendar.today} />
        </li>
      ))}
      {after.map((day) => (
        <OtherDay key={day} day={day} />
      ))}
    </ul>
  );
}

/** Of the month before or after: only to fill the week. */
const OtherDay = ({ day }: { day: string }) => (
  <li className="cal-other" aria-hidden="true">
    {formatDay(day, 'short').slice(4)}
    {holidayName(day) && <span className="cal-why">{holidayName(day)}</span>}
  </li>
);

function DayCell({ day, isChosen, isToday }: { day: CalendarDay; isChosen: boolean; isToday: boolean }) {
  const full = isFull(day);
  const kind = `${day.open ? '' : ' closed'}${full ? ' full' : ''}${day.can_change ? '' : ' over'}`;
  return (
    <Link
      className={`cal-day${kind}`}
      to={`/desk/calendar/${day.day}#beside`}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      <span className="sr-only">{`${nameDay(day)}${isToday ? ', today' : ''}`}</span>
      <b aria-hidden="true">{Number(day.day.slice(8))}</b>
      <span className="absolute top-2 right-2 grid gap-1 [justify-items:end]" aria-hidden="true">
        {isToday && <span className="cal-tag today">Today</span>}
        {day.open && day.own.cut_off && <span className="cal-tag">{day.cut_off}</span>}
        {day.open && day.surcharge > 0 && <span className="cal-tag more">{shortSurcharge(day.surcharge)}</span>}
      </span>
      {!day.open && (
        <span className="cal-why" aria-hidden="true">
          {day.words}
        </span>
      )}
      <span className="cal-count" aria-hidden="true">
        {day.open ? (
          <>
            <span>
              <strong>{day.booked}</strong>
              {day.holds !== null && <span className="cal-of"> of {day.holds}</span>}
            </span>
            {full && <span className="cal-full">Full</span>}
          </>
        ) : (
          <>
            <span className="flex gap-1.5 items-center">
              <ClosedShape />
              <span className="cal-of">Closed</span>
            </span>
            {day.booked > 0 && (
              <span>
                <strong>{day.booked}</strong>
                <span className="cal-of"> booked</span>
              </span>
            )}
          </>
        )}
      </span>
      {day.open && day.holds !== null && <Fill part={day.holds === 0 ? 1 : Math.min(1, day.booked / day.holds)} />}
    </Link>
  );
}

const ClosedShape = () => (
  <svg className="w-4 h-4 text-mute" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    <path d="M5 15 15 5" stroke="currentColor" strokeWidth="1.8" />
  </svg>
);

const Legend = () => (
  <ul className="cal-legend mt-3 flex flex-wrap gap-x-5.5 gap-y-2 text-small text-soft *:flex *:items-center *:gap-2">
    <li>
      <Fill part={0.45} />
      booked of what the day holds
    </li>
    <li>
      <span className="cal-tag">10:00</span> its own cut-off
    </li>
    <li>
      <span className="cal-tag more">+£3</span> surcharge
    </li>
    <li>
      <ClosedShape /> closed
    </li>
  </ul>
);
