import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { MissingView } from './missing-view.tsx';
import { lineOnBench, type TicketLine } from './ticket-data.ts';

/** A flower is missing: which, how many, and what goes in instead. */
export const loader = readPage(async (api, { id = '' }, search) => {
  const ticket = await api.get(`/api/desk/orders/${id}/ticket/`);
  const line = lineOnBench(ticket, Number(search.get('line')) || undefined) as TicketLine;
  const flower = line.recipe.find((stem) => stem.flower === search.get('flower'))?.flower;
  const offered = flower ? await api.get(withQuery('/api/desk/flowers/', { flower })) : [];
  return { ticket, line, flower, offered };
});

export const meta = titled('Something is missing');

export default showPage<typeof loader>(MissingView);
