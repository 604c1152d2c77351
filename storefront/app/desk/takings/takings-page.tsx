import { TAKINGS_PERIODS } from '#contract/takings-period.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../ui/read-form.tsx';
import type { TakingsData } from './takings-data.ts';
import { TakingsView } from './takings-view.tsx';

export const takingsPage: DeskPage<TakingsData> = {
  path: 'takings',
  title: 'Takings',
  async load(api, _params, search) {
    const period = TAKINGS_PERIODS.find((known) => known === search.get('period')) ?? 'month';
    const day = /^\d{4}-\d{2}-\d{2}$/.exec(search.get('day') ?? '')?.[0];
    const isAll = search.get('all') === 'yes';
    const asked = withQuery('/api/desk/takings/', { period, day, all: isAll ? 'yes' : undefined });
    const takings = await api.get(asked);
    const unknown =
      search.get('ask') === 'paypal'
        ? await api.get('/api/desk/takings/unknown-money/').catch((error: Error) => ({ refused: error.message }))
        : null;
    return { ...takings, isAll, unknown };
  },
  /** Without scripts: the browser follows to the file. */
  async act(api, form) {
    const [from = '', to = ''] = readText(form, 'span').split(' ');
    const body = { file: readText(form, 'file'), from, to };
    return (await api.send('POST', '/api/desk/takings/exports/', body)).address;
  },
  View: TakingsView,
};
