import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

const PLACE = {
  country: 'GB',
  city: 'York',
  street_address: '12 Gillygate',
  apartment_address: 'Flat 3',
  postal_code: 'YO31 7EQ',
  address_type: 'S',
  phone: '07700 900142',
  recipient_name: '',
};

test('whoever was named receives it', () => {
  const lines = ['Nell Whitcombe', 'Flat 3', '12 Gillygate', 'York YO31 7EQ', '07700 900142'];
  for (const reader of ['buyer', 'florist'] as const)
    expect(addressLines({ ...PLACE, recipient_name: 'Nell Whitcombe' }, 'Ada Lovelace', reader)).toEqual(lines);
});

test('where nobody was named the buyer does, and it is said to be the buyer', () => {
  expect(addressLines(PLACE, 'Ada Lovelace', 'buyer')[0]).toBe('You, Ada Lovelace');
  expect(addressLines(PLACE, 'Ada Lovelace', 'florist')[0]).toBe('Ada Lovelace (the buyer)');
});

test('of someone who has left there is no name', () => {
  expect(addressLines(PLACE, '', 'florist')[0]).toBe('Flat 3');
  expect(addressLines(null, '', 'florist')).toEqual([]);
});
