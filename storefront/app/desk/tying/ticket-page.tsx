import { Refusal } from '../desk-api.ts';
import type { DeskApi, DeskPage } from '../desk-page.ts';
import { nextAddress, type TicketData } from './ticket-data.ts';
import { TicketView } from './ticket-view.tsx';

/** One order on the bench, whole screen. */
export const ticketPage: DeskPage<TicketData> = {
  path: 'ticket/:id',
  title: 'Ticket',
  hasOwnBar: true,
  async load(api, { id = '' }, search) {
    const ticket = await api.get(`/api/desk/orders/${id}/ticket/`);
    return { ticket, line: Number(search.get('line')) || undefined, isInTurn: search.has('next') };
  },
  async act(api, form, { id = '' }) {
    const here = `/desk/ticket/${id}`;
    const swap = String(form.get('swap'));
    if (form.has('settle')) await api.send('POST', `/api/desk/swaps/${swap}/settle/`);
    else if (form.has('withdraw')) await api.send('DELETE', `/api/desk/swaps/${swap}/`);
    else if (form.has('can-be-tied')) await api.send('DELETE', `/api/desk/orders/${id}/cannot-be-tied/`);
    else if (form.has('take-back')) await press(api, 'take-back', Number(id));
    else return tie(api, form, Number(id));
    return here;
  },
  View: TicketView,
};

async function tie(api: DeskApi, form: FormData, id: number): Promise<string> {
  const ticket = await api.get(`/api/desk/orders/${id}/ticket/`);
  const item = Number(form.get('item'));
  const from = Number(form.get('from'));
  if (form.has('item')) {
    const body = { item, from, to: from + 1 };
    const { stage } = await api.send('POST', `/api/desk/orders/${id}/count-tied/`, body);
    if (stage !== 'tied') return `/desk/ticket/${id}`;
  } else await press(api, 'tie', id);
  return nextAddress(ticket, form.has('next'));
}

async function press(api: DeskApi, what: 'tie' | 'take-back', id: number): Promise<void> {
  const { orders } = await api.send('POST', `/api/desk/orders/${what}/`, { orders: [id] });
  const [pressed] = orders;
  if (pressed && !pressed.done) throw new Refusal(409, { detail: pressed.words });
}
