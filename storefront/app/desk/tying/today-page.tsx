import { redirect } from 'react-router';
import { may } from '#contract/roles.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { type TodayData, todayPath } from './today-data.ts';
import { TodayView } from './today-view.tsx';

const readIds = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

export const loader = readPage(async (api, _params, search, me): Promise<TodayData> => {
  // A driver has a run and no day sheet.
  if (me && !may(me.roles, 'tie')) throw redirect('/desk/driver');
  const day = search.get('day') ?? undefined;
  const form = search.get('form');
  return {
    sheet: await api.get(todayPath(day)),
    day,
    tied: readIds(search.get('tied')),
    isChoosing: search.has('choose'),
    form: form === 'list' || form === 'tickets' ? form : undefined,
  };
});

export const meta = titled('Today');

export default showPage<typeof loader>(TodayView);
