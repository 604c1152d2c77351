import { redirect } from 'react-router';
import { ORDER_FILTERS } from '#contract/desk-find-orders.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { type OrdersData, wantedOf } from './orders-data.ts';
import { OrdersView } from './orders-view.tsx';

export const loader = readPage(async (api, _params, search) => {
  const wanted = readWanted(search);
  const [before, after] = ['before', 'after'].map((side) => /^[1-9]\d{0,8}$/.exec(search.get(side) ?? '')?.[0]);
  const [found, counts] = await Promise.all([
    api.get(withQuery('/api/desk/orders/', { ...wantedOf(wanted), before, after })),
    api.get('/api/desk/orders/counts/'),
  ]);
  if (found.exact !== null && wanted.show === '' && wanted.day === '') throw redirect(`/desk/orders/${found.exact}`);
  return { found, counts, wanted, now: new Date().toISOString() };
});

export const meta = titled('Orders');

export default showPage<typeof loader>(OrdersView);
function readWanted(search: URLSearchParams): OrdersData['wanted'] {
  const show = search.get('show') ?? '';
  const day = search.get('day') ?? '';
  return {
    q: (search.get('q') ?? '').trim().slice(0, 100),
    show: (ORDER_FILTERS as readonly string[]).includes(show) ? show : '',
    day: /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : '',
  };
}
