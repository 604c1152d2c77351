import { formatDay } from '#contract/delivery.ts';
import { withQuery } from '../../api/with-query.ts';
import { type DeskApi, Refusal } from '../desk-api.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import type { RangeData } from './calendar-range-slip.tsx';
import { type CalendarData, CalendarView } from './calendar-view.tsx';

const MONTH = /^\d{4}-\d{2}$/;

/** The month; beside it a day, several of them, or the week, each at an address of its own. */
export const loader = readPage(async (api, { beside }, search): Promise<CalendarData> => {
  if (beside === 'days') return loadRange(api, search);
  const isDay = beside !== undefined && beside !== 'week';
  if (isDay && !isReal(beside)) throw new Refusal(404, { detail: 'There is no such day.' });
  const wanted = isDay ? beside.slice(0, 7) : MONTH.exec(search.get('month') ?? '')?.[0];
  const calendar = await api.get(withQuery('/api/desk/calendar/', { month: wanted }));
  return { calendar, beside: beside ?? null, saved: search.get('saved'), range: NO_RANGE };
});

const NO_RANGE = { from: '', to: '', days: [], refused: undefined };

/** Several days; which they are stands in the address. What cannot be a range is refused at its field. */
async function loadRange(api: DeskApi, search: URLSearchParams): Promise<CalendarData> {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const month = MONTH.exec(search.get('month') ?? '')?.[0] ?? (isReal(from) ? from.slice(0, 7) : undefined);
  const [calendar, range] = await Promise.all([
    api.get(withQuery('/api/desk/calendar/', { month })),
    from === '' && to === '' ? NO_RANGE : findRange(api, from, to),
  ]);
  return { calendar, beside: 'days', saved: search.get('saved'), range };
}

async function findRange(api: DeskApi, from: string, to: string): Promise<RangeData> {
  try {
    const days = await api.get(withQuery('/api/desk/calendar/days/', { from, to }));
    return { from, to, days, refused: undefined };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    return { from, to, days: [], refused: error.fields };
  }
}

function isReal(day: string): boolean {
  try {
    return formatDay(day) !== '';
  } catch {
    return false;
  }
}

export const meta = titled('Calendar');

export default showPage<typeof loader>(CalendarView);
