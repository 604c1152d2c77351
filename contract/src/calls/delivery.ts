import { DeliveryAnswer, DeliveryDay, ListDays } from '../delivery-answer.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Delivery'], may: 'everybody' });

/** The days we deliver on. */
export const deliveryCalls = {
  findNext: call('GET', '/api/delivery/', {
    summary: 'The next delivery we can promise',
    answer: DeliveryAnswer,
  }),
  listDays: call('GET', '/api/delivery/days/', {
    summary: 'The days that can be chosen, and those that cannot, with the reason',
    query: ListDays,
    answer: DeliveryDay.array(),
  }),
};
