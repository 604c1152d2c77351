import {
  AddItem,
  ChangeItem,
  IdempotencyKey,
  StartOrder,
  UpdateCode,
  UpdateDeliveryDate,
  UpdateShippingAddress,
  UpdateText,
  UpdateWishes,
} from '../cart.ts';
import { ItemParams, ListOrders, Order, OrderItem, OrderList, OrderParams } from '../orders.ts';
import { ChangeOwnOrder, OrderChanges } from '../own-orders.ts';
import { Receipt } from '../receipts.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Orders'], may: 'shopper' });

/** The cart, and what became of it. */
export const orderCalls = {
  list: call('GET', '/api/user/orders/', {
    summary: "One's own orders, the newest first; the one with status P is the cart",
    query: ListOrders,
    answer: OrderList,
  }),
  start: call('POST', '/api/user/orders/', {
    summary: 'Put bouquets into the cart, which is made if there is none',
    headers: IdempotencyKey,
    body: StartOrder,
    answer: Order,
    status: 201,
    refuses: [409],
  }),
  show: call('GET', '/api/user/orders/:orderId/', {
    summary: 'One order',
    params: OrderParams,
    answer: Order,
    refuses: [404],
  }),
  addItem: call('POST', '/api/user/orders/:orderId/order-items/', {
    summary: 'Add a bouquet to the cart',
    description: 'More of a bouquet that is in it already in that size and with these extras goes onto the same line.',
    params: OrderParams,
    headers: IdempotencyKey,
    body: AddItem,
    answer: OrderItem,
    status: 201,
    refuses: [404, 409],
  }),
  changeItem: call('PATCH', '/api/user/orders/:orderId/order-items/:itemId/', {
    summary: 'Change how many of a bouquet are wanted, and what goes with it',
    params: ItemParams,
    body: ChangeItem,
    answer: OrderItem,
    refuses: [404, 409],
  }),
  removeItem: call('DELETE', '/api/user/orders/:orderId/order-items/:itemId/', {
    summary: 'Take a bouquet out of the cart',
    params: ItemParams,
    refuses: [404, 409],
  }),
  updateText: call('PATCH', '/api/user/orders/:orderId/update-text/', {
    summary: 'Write the gift note',
    params: OrderParams,
    body: UpdateText,
    answer: Order,
    refuses: [404, 409],
  }),
  updateWishes: call('PATCH', '/api/user/orders/:orderId/update-wishes/', {
    summary: 'Say what is done if a flower is missing, and what the driver should know',
    description: 'What is not sent stays as it is.',
    params: OrderParams,
    body: UpdateWishes,
    answer: Order,
    refuses: [404, 409],
  }),
  updateShippingAddress: call('PATCH', '/api/user/orders/:orderId/update-shipping-address/', {
    summary: 'Choose where it goes',
    params: OrderParams,
    body: UpdateShippingAddress,
    answer: Order,
    refuses: [404, 409],
  }),
  updateDeliveryDate: call('PATCH', '/api/user/orders/:orderId/update-delivery-date/', {
    summary: 'Choose the day of delivery',
    params: OrderParams,
    body: UpdateDeliveryDate,
    answer: Order,
    refuses: [404, 409],
  }),
  updateCode: call('PATCH', '/api/user/orders/:orderId/update-code/', {
    summary: 'Use a promo code, or take it off',
    description: 'One code a cart: another takes its place. Capital letters and spaces around it make no difference.',
    params: OrderParams,
    body: UpdateCode,
    answer: Order,
    refuses: [404, 409, 429],
  }),
};

/** What a buyer can still do with an order that was paid for. */
export const ownOrderCalls = {
  findChanges: call('GET', '/api/user/orders/:orderId/changes/', {
    summary: 'What can still change of an order that was paid for',
    params: OrderParams,
    answer: OrderChanges,
    refuses: [404],
  }),
  change: call('PATCH', '/api/user/orders/:orderId/change/', {
    summary: 'Another day, address, note or other wishes for an order that nobody has tied yet',
    description:
      'The day until the cut-off of the one it has, for a day that is open, has room and costs no more. All of it or nothing.',
    params: OrderParams,
    body: ChangeOwnOrder,
    answer: Order,
    refuses: [404, 409, 429],
  }),
  cancel: call('POST', '/api/user/orders/:orderId/cancel/', {
    summary: 'Cancel an order that nobody has tied yet: all that was paid goes back',
    description:
      'Answered 202 where the shop looks first, as `look_first` of the changes says: the order stays until it is answered.',
    params: OrderParams,
    answer: Order,
    later: Order,
    refuses: [404, 409, 429],
  }),
  findReceipt: call('GET', '/api/user/orders/:orderId/receipt/', {
    summary: 'The receipt of an order that was paid for',
    params: OrderParams,
    answer: Receipt,
    refuses: [404],
  }),
};
