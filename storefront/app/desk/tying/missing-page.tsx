import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { type MissingData, readSwap } from './missing-data.ts';
import { MissingView } from './missing-view.tsx';
import { lineOnBench, type TicketLine } from './ticket-data.ts';

/** A flower is missing: which, how many, and what goes in instead. */
export const missingPage: DeskPage<MissingData> = {
  path: 'ticket/:id/missing',
  title: 'Something is missing',
  async load(api, { id = '' }, search) {
    const ticket = await api.get(`/api/desk/orders/${id}/ticket/`);
    const line = lineOnBench(ticket, Number(search.get('line')) || undefined) as TicketLine;
    const flower = line.recipe.find((stem) => stem.flower === search.get('flower'))?.flower;
    const offered = flower ? await api.get(withQuery('/api/desk/flowers/', { flower })) : [];
    return { ticket, line, flower, offered };
  },
  async act(api, form, { id = '' }) {
    if (form.has('cannot-be-tied')) {
      await api.send('PUT', `/api/desk/orders/${id}/cannot-be-tied/`, {});
      return `/desk/ticket/${id}`;
    }
    await api.send('POST', `/api/desk/orders/${id}/swaps/`, readSwap(form));
    return `/desk/ticket/${id}?line=${form.get('item')}`;
  },
  View: MissingView,
};
