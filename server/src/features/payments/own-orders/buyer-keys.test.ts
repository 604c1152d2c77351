import { expect, test } from 'vitest';
import type { OrderRow } from '#server/features/orders/table.ts';
import { deriveSecrets } from '#server/platform/secrets/secrets.ts';
import { buyerKeys } from './buyer-keys.ts';

const deps = { secrets: deriveSecrets('a secret for tests, the same in each of them') };
const LEEDS = { street_address: '1 High Street', apartment_address: 'House', city: 'Leeds', postal_code: 'LS1 4AP' };

/** The door of an order, as what is counted at it knows it again. */
const doorOf = (changed: Partial<typeof LEEDS>) =>
  buyerKeys(deps, { userId: 1, address: { ...LEEDS, ...changed } } as OrderRow, undefined).find(
    ({ whose }) => whose === 'Buyers for this address',
  )?.key;

test('a door is the same however it is written', () => {
  expect(doorOf({ street_address: '1, HIGH  street', postal_code: 'ls14ap' })).toBe(doorOf({}));
  // A town is written in many ways; the postcode says it.
  expect(doorOf({ city: 'Leeds, West Yorkshire' })).toBe(doorOf({}));
});

test('without a postcode the town tells doors of the same street apart', () => {
  expect(doorOf({ postal_code: '', city: 'York' })).not.toBe(doorOf({ postal_code: '' }));
  expect(doorOf({ postal_code: '', city: 'LEEDS' })).toBe(doorOf({ postal_code: '' }));
});

test('another house of the street is another door', () => {
  expect(doorOf({ street_address: '2 High Street' })).not.toBe(doorOf({}));
});
