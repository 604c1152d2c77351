import { expect, test } from 'vitest';
import { storeAddResponse } from './cart-store.ts';

test.each([undefined, null, 'a page of the hotel', {}, { id: '7' }])(
  'a response to adding that is no order, as %o of a captive portal, is an error: nothing says that it was added',
  (response) => {
    expect(() => storeAddResponse(response)).toThrow('The response is not an order.');
  },
);
