import type { DeskCustomer } from '#contract/desk-customers.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../ui/read-form.tsx';
import { CustomerView } from './customer-view.tsx';

/** One customer: find, help, let go. */
export const customerPage: DeskPage<DeskCustomer & { isLater: boolean }> = {
  path: 'customers/:id',
  title: 'A customer',
  async load(api, { id = '' }, search) {
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const found = await api.get(withQuery(`/api/desk/customers/${id}/`, { before }));
    return { ...found, isLater: before !== undefined };
  },
  async act(api, form, { id = '' }) {
    const at = `/api/desk/customers/${id}/` as const;
    const act = readText(form, 'do');
    if (act === 'note') await api.send('POST', `${at}notes/`, { text: readText(form, 'text') });
    if (act === 'stop') await api.send('PUT', `${at}stop/`, { reason: readText(form, 'reason') });
    if (act === 'allow') await api.send('DELETE', `${at}stop/`);
    if (act === 'copy') return (await api.send('POST', `${at}copies/`)).address;
    if (act === 'delete') {
      await api.send('POST', `${at}delete/`);
      return '/desk/customers';
    }
    return undefined;
  },
  View: CustomerView,
};
