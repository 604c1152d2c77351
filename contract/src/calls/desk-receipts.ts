import { OrderParams } from '../orders.ts';
import { Receipt } from '../receipts.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: orders'], may: 'see orders' });

/** What was paid. */
export const receiptDeskCalls = {
  find: call('GET', '/api/desk/orders/:orderId/receipt/', {
    summary: 'The receipt of an order that was paid for',
    params: OrderParams,
    answer: Receipt,
    refuses: [404],
  }),
};
