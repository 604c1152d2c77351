import * as z from 'zod';
import type { Address } from '#contract/addresses.ts';

const text = (otherwise = '') => z.string().catch(otherwise);

/**
 * Where an order went, as it was written down then. A field that is added to an address needs a default here, which the
 * type asks for: orders of before do not have it, and stay in the history of those who placed them.
 */
export const StoredAddress = z
  .object({
    country: text('GB'),
    city: text(),
    street_address: text(),
    apartment_address: text(),
    postal_code: text(),
    address_type: text('S'),
    phone: text(),
    recipient_name: text(),
  } satisfies Record<keyof Omit<Address, 'id'>, z.ZodType>)
  .nullable()
  .catch(null);
