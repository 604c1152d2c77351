import type { CustomerCopy, DeskCustomer } from '#contract/desk-customers.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../paper/form-parts.tsx';
import { CustomerView } from './customer-view.tsx';

/** One customer: find, help, let go. */
export const customerPage: DeskPage<DeskCustomer & { isLater: boolean }> = {
  path: 'customers/:id',
  title: 'A customer',
  async load(api, { id }, search) {
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const found = await api.get<DeskCustomer>(`/api/desk/customers/${id}/${before ? `?before=${before}` : ''}`);
    return { ...found, isLater: before !== undefined };
  },
  async act(api, form, { id }) {
    const at = `/api/desk/customers/${id}/`;
    const act = readText(form, 'do');
    if (act === 'note') await api.send('POST', `${at}notes/`, { text: readText(form, 'text') });
    if (act === 'stop') await api.send('PUT', `${at}stop/`, { reason: readText(form, 'reason') });
    if (act === 'allow') await api.send('DELETE', `${at}stop/`);
    if (act === 'copy') return (await api.send<CustomerCopy>('POST', `${at}copies/`, {})).address;
    if (act === 'delete') {
      await api.send('POST', `${at}delete/`, {});
      return '/desk/customers';
    }
    return undefined;
  },
  View: CustomerView,
};
