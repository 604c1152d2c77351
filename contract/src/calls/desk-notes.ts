import { OrderNote, OrderNotes, WriteOrderNote } from '../desk-notes.ts';
import { OrderParams } from '../orders.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: orders'], may: 'see orders' });

/** What staff write about an order for each other. */
export const noteCalls = {
  list: call('GET', '/api/desk/orders/:orderId/notes/', {
    summary: 'Notes about an order',
    params: OrderParams,
    answer: OrderNotes,
    refuses: [404],
  }),
  add: call('POST', '/api/desk/orders/:orderId/notes/', {
    summary: 'Write a note about an order',
    params: OrderParams,
    body: WriteOrderNote,
    answer: OrderNote,
    status: 201,
    refuses: [404],
  }),
};
