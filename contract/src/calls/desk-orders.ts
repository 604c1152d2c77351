import { DeskOrderParams } from '../desk.ts';
import {
  CancelOrder,
  ChangedOrder,
  ChangeOrder,
  DeclineCancel,
  MovedOrders,
  MoveOrders,
  RefundedOrder,
  RefundOrder,
  ReplacedOrder,
  ReplaceOrder,
} from '../desk-change-orders.ts';
import { FindOrders, FoundOrders, OrderCounts } from '../desk-find-orders.ts';
import { DeskLetterText, DeskOrder, LetterParams } from '../desk-orders.ts';
import { MayNot } from '../errors.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: orders'], may: 'see orders' });

/** Finding an order, all about it, and what can be changed of it. */
export const orderDeskCalls = {
  find: call('GET', '/api/desk/orders/', {
    summary: 'Find orders',
    query: FindOrders,
    answer: FoundOrders,
  }),
  count: call('GET', '/api/desk/orders/counts/', {
    summary: 'The numbers on the chips',
    answer: OrderCounts,
  }),
  move: call('POST', '/api/desk/orders/move/', {
    summary: 'Another day for several orders',
    body: MoveOrders,
    answer: MovedOrders,
  }),
  show: call('GET', '/api/desk/orders/:orderId/', {
    summary: 'All about one order',
    params: DeskOrderParams,
    answer: DeskOrder,
    refuses: [404],
  }),
  change: call('PATCH', '/api/desk/orders/:orderId/', {
    summary: 'Change address, day or card',
    description: 'Address and day until it is out, the card until it is tied. All of it or nothing.',
    params: DeskOrderParams,
    body: ChangeOrder,
    answer: ChangedOrder,
    refuses: [404, 409],
  }),
  refund: call('POST', '/api/desk/orders/:orderId/refund/', {
    may: 'refund',
    summary: 'Give back a part of the money, or all of it',
    description: 'A florist up to a sum for each order; above it an owner confirms it with a passkey first.',
    params: DeskOrderParams,
    body: RefundOrder,
    answer: RefundedOrder,
    refuses: [404, 409],
    refusals: { 403: MayNot },
  }),
  cancel: call('POST', '/api/desk/orders/:orderId/cancel/', {
    may: 'refund',
    summary: 'Cancel what nobody has tied yet, and give back its money',
    params: DeskOrderParams,
    body: CancelOrder,
    answer: RefundedOrder,
    refuses: [404, 409],
    refusals: { 403: MayNot },
  }),
  declineCancel: call('POST', '/api/desk/orders/:orderId/decline-cancel/', {
    may: 'refund',
    summary: 'Answer a buyer who asked to cancel that the order is sent as agreed',
    params: DeskOrderParams,
    body: DeclineCancel,
    answer: DeskOrder,
    refuses: [404, 409],
  }),
  replace: call('POST', '/api/desk/orders/:orderId/replace/', {
    summary: 'Send the same flowers again, for nothing, on a day of your choice',
    params: DeskOrderParams,
    body: ReplaceOrder,
    answer: ReplacedOrder,
    refuses: [404, 409],
  }),
  readLetter: call('GET', '/api/desk/orders/:orderId/letters/:letterId/', {
    summary: 'A letter about the order, as it was sent',
    params: LetterParams,
    answer: DeskLetterText,
    refuses: [404],
  }),
  sendLetterAgain: call('POST', '/api/desk/orders/:orderId/letters/:letterId/again/', {
    summary: 'Send a letter again',
    params: LetterParams,
    answer: DeskOrder,
    refuses: [404, 409],
  }),
};
