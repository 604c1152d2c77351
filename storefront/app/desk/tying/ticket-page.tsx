import { readPage, showPage, titled } from '../desk-page.tsx';
import { TicketView } from './ticket-view.tsx';

/** One order on the bench, whole screen. */
export const loader = readPage(async (api, { id = '' }, search) => {
  const ticket = await api.get(`/api/desk/orders/${id}/ticket/`);
  return { ticket, line: Number(search.get('line')) || undefined, isInTurn: search.has('next') };
});

export const meta = titled('Ticket');

export default showPage<typeof loader>(TicketView);
