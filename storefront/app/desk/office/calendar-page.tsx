import { formatDay } from '#contract/delivery.ts';
import type { DeskCalendar } from '#contract/desk-calendar.ts';
import { Refusal } from '../desk-api.ts';
import type { DeskApi, DeskPage } from '../desk-page.ts';
import { type CalendarData, CalendarView } from './calendar-view.tsx';
import { changeCalendar } from './change-calendar.ts';

const MONTH = /^\d{4}-\d{2}$/;

async function load(api: DeskApi, beside: string | undefined, search: URLSearchParams): Promise<CalendarData> {
  const isDay = beside !== undefined && beside !== 'week';
  if (isDay && !isReal(beside)) throw new Refusal(404, { detail: 'There is no such day.' });
  const wanted = isDay ? beside.slice(0, 7) : MONTH.exec(search.get('month') ?? '')?.[0];
  const calendar = await api.get<DeskCalendar>(`/api/desk/calendar/${wanted ? `?month=${wanted}` : ''}`);
  return { calendar, beside: beside ?? null, saved: search.get('saved') };
}

function isReal(day: string): boolean {
  try {
    return formatDay(day) !== '';
  } catch {
    return false;
  }
}

export const calendarPage: DeskPage<CalendarData> = {
  path: 'calendar',
  title: 'Calendar',
  load: (api, _params, search) => load(api, undefined, search),
  View: CalendarView,
};

/** A day, or the week, has an address of its own. */
export const calendarDayPage: DeskPage<CalendarData> = {
  path: 'calendar/:beside',
  title: 'Calendar',
  load: (api, { beside }, search) => load(api, beside, search),
  act: changeCalendar,
  View: CalendarView,
};
