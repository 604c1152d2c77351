import { DeskOrderParams, ShowToday, Ticket, Today } from '../desk.ts';
import { MakeSwap, Swap } from '../desk-swaps.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: tying'], may: 'tie' });

/** The sheet of a day, and one ticket of it. */
export const todayCalls = {
  show: call('GET', '/api/desk/today/', {
    summary: 'The sheet of a day',
    query: ShowToday,
    answer: Today,
  }),
  showTicket: call('GET', '/api/desk/orders/:orderId/ticket/', {
    summary: 'One ticket',
    params: DeskOrderParams,
    answer: Ticket,
    refuses: [404],
  }),
  swap: call('POST', '/api/desk/orders/:orderId/swaps/', {
    summary: 'Put in another flower for one that is missing, or ask the buyer',
    description: 'The same swap, sent again, is answered 200 with the one there is.',
    params: DeskOrderParams,
    body: MakeSwap,
    answer: Swap,
    status: 201,
    again: 200,
    refuses: [404, 409],
  }),
};
