import type { DeskPage } from '../desk-page.ts';
import { readText } from '../ui/read-form.tsx';
import { loadOrder, type OrderData } from './order-data.ts';
import { OrderView } from './order-view.tsx';

export const orderPage: DeskPage<OrderData> = {
  path: 'orders/:id',
  title: 'An order',
  load: loadOrder,
  async act(api, form, { id = '' }) {
    const letter = readText(form, 'letter');
    if (letter) await api.send('POST', `/api/desk/orders/${id}/letters/${encodeURIComponent(letter)}/again/`);
    else await api.send('POST', `/api/desk/orders/${id}/notes/`, { text: readText(form, 'text') });
    return undefined;
  },
  View: OrderView,
};
