import { Refusal } from '../desk-api.ts';
import type { DeskPage } from '../desk-page.ts';
import { printAddress } from './print-menu.tsx';
import { moveAddress, type TodayData, todayPath } from './today-data.ts';
import { TodayView } from './today-view.tsx';

const readIds = (text: string | null): number[] =>
  (text ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

const readPaper = (form: FormData) => (form.get('print') === 'cards' ? 'cards' : 'tickets');

export const todayPage: DeskPage<TodayData> = {
  path: '',
  title: 'Today',
  async load(api, _params, search) {
    const day = search.get('day') ?? undefined;
    const form = search.get('form');
    return {
      sheet: await api.get(todayPath(day)),
      day,
      tied: readIds(search.get('tied')),
      isChoosing: search.has('choose'),
      form: form === 'list' || form === 'tickets' ? form : undefined,
    };
  },
  async act(api, form) {
    const day = String(form.get('day') ?? '');
    const address = (tied: number[]) => {
      const search = new URLSearchParams({ ...(day && { day }), ...(tied.length > 0 && { tied: tied.join(',') }) });
      return search.size > 0 ? `/desk?${search}` : '/desk';
    };
    const [oneMore] = form.getAll('one-more').map(String);
    if (oneMore) {
      const [order = 0, item = 0, from = 0] = oneMore.split(' ').map(Number);
      await api.send('POST', `/api/desk/orders/${order}/count-tied/`, { item, from, to: from + 1 });
      return address([]);
    }
    // `7 11:20` of a press, or the run and its time from the field.
    const [late, time] = String(form.get('leaves-at') ?? '').split(' ');
    const timed = form.get('run-time') ?? (late || null);
    if (timed !== null) {
      await api.send('PATCH', `/api/desk/runs/${timed}/`, { leaves_at: form.get('time')?.toString() ?? time });
      return address([]);
    }
    if (form.has('take-back-run')) {
      await api.send('POST', `/api/desk/runs/${form.get('take-back-run')}/take-back/`);
      return address([]);
    }
    const run = form.get('leave') ?? form.get('leave-without');
    if (run !== null) {
      await api.send('POST', `/api/desk/runs/${run}/leave/`, { without: form.has('leave-without') });
      return address([]);
    }
    const chosen = form.getAll('tie').map(Number);
    if (form.has('print')) return chosen.length > 0 ? printAddress(readPaper(form), chosen) : address([]);
    if (form.has('other-day')) return chosen.length > 0 ? moveAddress(chosen) : address([]);
    if (form.has('put-on')) {
      if (chosen.length > 0) await api.send('POST', `/api/desk/runs/${form.get('put-on')}/stops/`, { orders: chosen });
      return address([]);
    }
    const takenBack = readIds(String(form.get('take-back') ?? ''));
    const ids = takenBack.length > 0 ? takenBack : chosen;
    const path = takenBack.length > 0 ? '/api/desk/orders/take-back/' : '/api/desk/orders/tie/';
    const { orders } = await api.send('POST', path, { orders: ids });
    const refused = orders.flatMap(({ words }) => words ?? []);
    if (refused.length > 0) throw new Refusal(409, { detail: refused.join(' ') });
    return address(takenBack.length > 0 ? [] : orders.map(({ order }) => order));
  },
  View: TodayView,
};
