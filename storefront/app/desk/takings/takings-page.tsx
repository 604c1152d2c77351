import { TAKINGS_PERIODS } from '#contract/takings-period.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { TakingsView } from './takings-view.tsx';

export const loader = readPage(async (api, _params, search) => {
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
});

export const meta = titled('Takings');

export default showPage<typeof loader>(TakingsView);
