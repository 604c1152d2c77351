import { CannotTie, CountTied, DeskOrderParams, Pressed, PressedOrders, PressOrders } from '../desk.ts';
import { FlowerLike, ListFlowersLike, SwapParams } from '../desk-swaps.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: tying'], may: 'tie' });

/** What is pressed at the bench. */
export const tieCalls = {
  tie: call('POST', '/api/desk/orders/tie/', {
    summary: 'Mark orders as tied',
    description:
      'Each that is still to tie. Of the others it is said what is true now; nothing is done twice, and one does not stop the others.',
    body: PressOrders,
    answer: PressedOrders,
  }),
  takeBack: call('POST', '/api/desk/orders/take-back/', {
    summary: 'Take back that orders are tied',
    body: PressOrders,
    answer: PressedOrders,
  }),
  countTied: call('POST', '/api/desk/orders/:orderId/count-tied/', {
    summary: 'Count one bouquet of several as tied, or not',
    description: 'With the last of them the order is tied.',
    params: DeskOrderParams,
    body: CountTied,
    answer: Pressed,
    refuses: [404, 409],
  }),
  reportUntieable: call('PUT', '/api/desk/orders/:orderId/cannot-be-tied/', {
    summary: 'Say that an order cannot be tied today, and why',
    params: DeskOrderParams,
    body: CannotTie,
    refuses: [404, 409],
  }),
  reportTieable: call('DELETE', '/api/desk/orders/:orderId/cannot-be-tied/', {
    summary: 'Take that back',
    params: DeskOrderParams,
    refuses: [400, 404, 409],
  }),
  listFlowersLike: call('GET', '/api/desk/flowers/', {
    summary: 'What could go in for a flower that is missing',
    query: ListFlowersLike,
    answer: FlowerLike.array(),
  }),
  settleSwap: call('POST', '/api/desk/swaps/:swapId/settle/', {
    summary: 'A swap was agreed by telephone',
    params: SwapParams,
    refuses: [400, 404, 409],
  }),
  withdrawSwap: call('DELETE', '/api/desk/swaps/:swapId/', {
    summary: 'Withdraw a swap: the flower was found',
    params: SwapParams,
    refuses: [400, 404, 409],
  }),
};
