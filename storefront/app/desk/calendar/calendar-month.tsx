import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { holidayName } from '#contract/bank-holidays.ts';
import { formatDay } from '#contract/delivery.ts';
import type { CalendarDay, DeskCalendar } from '#contract/desk-calendar.ts';
import { Fill } from '../ui/fill.tsx';
import { daysAround, isFull, monthName, nameDay, shortSurcharge } from './calendar-words.ts';

const HEADS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The days of a month, each with what is booked and what is out of the ordinary. */
export function Month({ calendar, isChosen }: { calendar: DeskCalendar; isChosen: (day: string) => boolean }) {
  const { before, after } = daysAround(calendar);
  return (
    <ul
      className="*:grid *:border-r *:border-b *:border-line [container:cal_/_inline-size] grid grid-cols-[repeat(7,minmax(0,1fr))] border-t border-leaf-900 border-l border-line"
      aria-label={monthName(calendar.month)}
    >
      {HEADS.map((head) => (
        <li
          key={head}
          className="py-2 px-2.5 text-soft text-micro @max-[640px]/cal:p-1 @max-[640px]/cal:wrap-normal"
          aria-hidden="true"
        >
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
  <li
    className="content-start py-2 px-2.5 text-mute text-small @max-[640px]/cal:p-1 @max-[640px]/cal:wrap-normal"
    aria-hidden="true"
  >
    {formatDay(day, 'short').slice(4)}
    {holidayName(day) && (
      <span className="block mt-0.5 text-rose-ink text-micro font-semibold @max-[640px]/cal:hidden">
        {holidayName(day)}
      </span>
    )}
  </li>
);

function DayCell({ day, isChosen, isToday }: { day: CalendarDay; isChosen: boolean; isToday: boolean }) {
  const full = isFull(day);
  return (
    <Link
      className={`relative flex flex-col min-w-0 min-h-26 pt-2 pb-2.5 px-2.5 text-small/[1.25] no-underline focus-visible:z-1 focus-visible:-outline-offset-3 @max-[640px]/cal:min-h-18.5 @max-[640px]/cal:p-1.25 ${groundOf(day, isChosen)}`}
      to={`/desk/calendar/${day.day}#beside`}
      aria-current={isChosen ? 'true' : undefined}
      preventScrollReset
    >
      <span className="sr-only">{`${nameDay(day)}${isToday ? ', today' : ''}`}</span>
      <b className="font-serif text-[1.375rem]/[1.1] font-normal @max-[640px]/cal:text-[1.0625rem]" aria-hidden="true">
        {Number(day.day.slice(8))}
      </b>
      <span className="absolute top-2 right-2 grid gap-1 justify-items-end @max-[640px]/cal:hidden" aria-hidden="true">
        {isToday && <Tag look="today">Today</Tag>}
        {day.open && day.own.cut_off && <Tag look="own">{day.cut_off}</Tag>}
        {day.open && day.surcharge > 0 && <Tag look="more">{shortSurcharge(day.surcharge)}</Tag>}
      </span>
      {!day.open && (
        <span
          className="block mt-0.5 text-rose-ink text-micro font-semibold @max-[640px]/cal:hidden"
          aria-hidden="true"
        >
          {day.words}
        </span>
      )}
      <span
        className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 mt-auto text-soft @max-[640px]/cal:text-micro"
        aria-hidden="true"
      >
        {day.open ? (
          <>
            <span>
              <strong className="text-leaf-900">{day.booked}</strong>
              {day.holds !== null && <span className="@max-[640px]/cal:hidden"> of {day.holds}</span>}
            </span>
            {full && (
              <span className="ml-auto text-marigold-ink text-micro font-semibold @max-[640px]/cal:hidden">Full</span>
            )}
          </>
        ) : (
          <>
            <span className="flex gap-1.5 items-center">
              <ClosedShape />
              <span className="@max-[640px]/cal:hidden">Closed</span>
            </span>
            {day.booked > 0 && (
              <span>
                <strong className="text-leaf-900">{day.booked}</strong>
                <span className="@max-[640px]/cal:hidden"> booked</span>
              </span>
            )}
          </>
        )}
      </span>
      {day.open && day.holds !== null && (
        <Fill
          part={day.holds === 0 ? 1 : Math.min(1, day.booked / day.holds)}
          look={full ? 'soon' : ''}
          className="w-full h-1.5 mt-1.25"
        />
      )}
    </Link>
  );
}

function groundOf({ open, can_change }: CalendarDay, isChosen: boolean): string {
  if (isChosen) return 'bg-sage shadow-[inset_0_0_0_3px_var(--color-leaf-700)]';
  if (!open) return 'bg-[repeating-linear-gradient(-45deg,transparent_0_7px,rgb(201_191_171/0.5)_7px_8px)]';
  return can_change ? 'bg-lift hover:bg-sage' : '';
}

const TAGS = {
  own: 'bg-tint text-marigold-ink',
  more: 'inset-ring inset-ring-control',
  today: 'bg-leaf-700 text-on-leaf',
};

export const Tag = ({ look, children }: { look: keyof typeof TAGS; children: ReactNode }) => (
  <span className={`py-0.5 px-1.5 rounded-square text-micro/[1.3] font-semibold ${TAGS[look]}`}>{children}</span>
);

export const ClosedShape = () => (
  <svg className="w-4 h-4 text-mute" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="1.8" />
    <path d="M5 15 15 5" stroke="currentColor" strokeWidth="1.8" />
  </svg>
);
