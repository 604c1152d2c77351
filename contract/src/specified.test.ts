import { describe, expect, test } from 'vitest';
import { NewAddress } from './addresses.ts';
import { AddItem, ChangeItem } from './cart.ts';
import { nextDelivery } from './delivery.ts';
import { FURTHEST_DAYS_AHEAD } from './delivery-rules.ts';
import { MAX_GIFT_NOTE_LENGTH, MAX_POSTAL_CODE_LENGTH, MAX_UNITS_PER_LINE } from './limits.ts';
import { countTotals } from './order-totals.ts';
import { OrderStatus } from './orders.ts';
import { DELIVERY_FEE, SHOP } from './shop.ts';

const ADDRESS = { city: 'York', street_address: '12 Gillygate', apartment_address: 'Flat 3' };
const messagesOf = (schema: typeof NewAddress | typeof ChangeItem, values: unknown) =>
  schema.safeParse(values).error?.issues.map(({ message }) => message);

describe('the figures that the specification fixes', () => {
  test('the delivery fee is five pounds, and the total of the goods is without it', { tags: '§9.4' }, () => {
    expect(DELIVERY_FEE).toBe(5);
    expect(countTotals([{ pricePence: 3_600, quantity: 1, availability: 'on_sale' }])).toEqual({
      totalPence: 3_600,
      deliveryFeePence: 500,
      amountPence: 4_100,
    });
  });

  test('the cart is P and what is completed C; what is being paid for is W, and what was cancelled X', {
    tags: ['§3.3', '§9.3', 'G36'],
  }, () => {
    expect(OrderStatus.options).toEqual(['P', 'W', 'C', 'X']);
  });

  test('limits: 20 characters of postal code, 300 of gift note, 20 units of a bouquet, 60 days ahead', {
    tags: '§9.7',
  }, () => {
    expect([MAX_POSTAL_CODE_LENGTH, MAX_GIFT_NOTE_LENGTH, MAX_UNITS_PER_LINE, FURTHEST_DAYS_AHEAD]).toEqual([
      20, 300, 20, 60,
    ]);
  });

  test('the last moment for the next day is 12:00 in London', { tags: '§9.14' }, () => {
    const { orderBy } = nextDelivery(new Date('2026-11-16T09:00:00Z'));
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'medium' });
    expect(clock.format(orderBy)).toBe('12:00:00');
  });

  test('the shop is at home in London', () => {
    expect(SHOP.city).toBe('London');
  });
});

describe('an address', () => {
  test('is in GB and of type S unless told otherwise, and nowhere but in GB', {
    tags: ['§3.5', '§9.8', '§9.9'],
  }, () => {
    expect(NewAddress.parse(ADDRESS)).toMatchObject({ country: 'GB', address_type: 'S' });
    expect(messagesOf(NewAddress, { ...ADDRESS, country: 'IE' })).toEqual(['We deliver in the United Kingdom only.']);
  });

  test('takes a postal code of 20 characters and refuses one of 21 in the words asked for', {
    tags: ['§5.1', '§9.7'],
  }, () => {
    const spaced = `${'E8'.padEnd(17)}3QX`;
    expect(NewAddress.parse({ ...ADDRESS, postal_code: spaced }).postal_code).toBe('E8 3QX');
    expect(messagesOf(NewAddress, { ...ADDRESS, postal_code: 'x'.repeat(21) })).toEqual([
      'Postal code must be no more than 20 characters.',
    ]);
  });
});

describe('a quantity', () => {
  test('is one where none is named', { tags: ['§9.10', 'G31'] }, () => {
    expect(AddItem.parse({ product: 7 })).toEqual({ product: 7, quantity: 1, size: 'standard', extras: [] });
  });

  test('is refused below one in the words asked for', { tags: '§5.6' }, () => {
    expect(messagesOf(ChangeItem, { quantity: 0 })).toEqual(['Quantity cannot be less than 1.']);
  });
});
