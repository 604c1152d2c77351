import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { CustomerView } from './customer-view.tsx';

/** One customer: find, help, let go. */
export const loader = readPage(async (api, { id = '' }, search) => {
  const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
  const found = await api.get(withQuery(`/api/desk/customers/${id}/`, { before }));
  return { ...found, isLater: before !== undefined };
});

export const meta = titled('A customer');

export default showPage<typeof loader>(CustomerView);
