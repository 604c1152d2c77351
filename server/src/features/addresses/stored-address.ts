import * as z from 'zod';
import type { Address } from '#contract/addresses.ts';

const text = (otherwise = '') => z.string().catch(otherwise);

/**
 * Where an order went, as it was stored then. A field that is added to an address needs a default here, which the type
 * enforces: older orders do not have the field, and must stay readable in their owner's history.
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
