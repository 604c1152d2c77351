import * as z from 'zod';
import { OrderDelivery, TokenParams, Tracked } from '../order-delivery.ts';
import { OrderParams } from '../orders.ts';
import { callsOf, fileOf } from './call.ts';

const call = callsOf({ tags: ['Deliveries'], may: 'shopper' });
const JPEG = fileOf('image/jpeg', 'JPEG', z.unknown().meta({ type: 'string', format: 'binary' }));

/** What buyers and recipients see of a delivery. */
export const deliveryStageCalls = {
  find: call('GET', '/api/user/orders/:orderId/delivery/', {
    summary: 'How far the flowers of an order are',
    params: OrderParams,
    answer: OrderDelivery,
    refuses: [404],
  }),
  findOwnPhoto: call('GET', '/api/user/orders/:orderId/delivery/photo/', {
    summary: 'The photo that the driver took, for 30 days',
    params: OrderParams,
    answer: JPEG,
    refuses: [404],
  }),
  writeCalendar: call('GET', '/api/user/orders/:orderId/delivery/calendar/', {
    summary: 'The day of delivery as a file for calendars',
    params: OrderParams,
    answer: fileOf('text/calendar', 'iCalendar', z.string()),
    refuses: [404],
  }),
  findPhotoByToken: call('GET', '/api/delivery-photos/:token/', {
    may: 'everybody',
    summary: "The same photo, by the link in the buyer's letter",
    params: TokenParams,
    answer: JPEG,
    refuses: [404],
  }),
  track: call('GET', '/api/track/:token/', {
    may: 'everybody',
    summary: 'How far flowers are, for whoever gets them; until a week after they came',
    params: TokenParams,
    answer: Tracked,
    refuses: [404],
  }),
};
