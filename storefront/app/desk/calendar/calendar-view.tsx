import { useEffect, useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { DeskCalendar } from '#contract/desk-calendar.ts';
import { useLive } from '../live.ts';
import { Columns } from '../ui/columns.tsx';
import { Fill } from '../ui/fill.tsx';
import { Page } from '../ui/page.tsx';
import { Slip } from '../ui/slip.tsx';
import { CalendarDaySlip } from './calendar-day-slip.tsx';
import { ClosedShape, Month, Tag } from './calendar-month.tsx';
import { CalendarRangeSlip, type RangeData } from './calendar-range-slip.tsx';
import { CalendarWeekSlip, WeekFacts } from './calendar-week-slip.tsx';
import { monthAfter, monthName, sayBooked } from './calendar-words.ts';

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

const Legend = () => (
  <ul className="mt-3 flex flex-wrap gap-x-5.5 gap-y-2 text-small text-soft *:flex *:items-center *:gap-2">
    <li>
      <Fill part={0.45} className="w-11 h-1.5" />
      booked of what the day holds
    </li>
    <li>
      <Tag look="own">10:00</Tag> its own cut-off
    </li>
    <li>
      <Tag look="more">+£3</Tag> surcharge
    </li>
    <li>
      <ClosedShape /> closed
    </li>
  </ul>
);
