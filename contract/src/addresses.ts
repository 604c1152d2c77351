import * as z from 'zod';
import { Id, PathId } from './ids.ts';
import { MAX_NAME_LENGTH, MAX_POSTAL_CODE_LENGTH } from './limits.ts';
import { SENT_PER_SIGN } from './normalise.ts';
import { formatPostcode } from './postcode.ts';
import { anyText, line, optionalLine } from './text.ts';

const TOO_LONG = `Postal code must be no more than ${MAX_POSTAL_CODE_LENGTH} characters.`;

const PostalCode = anyText
  .refine((typed) => typed.length <= SENT_PER_SIGN * MAX_POSTAL_CODE_LENGTH, { error: TOO_LONG, abort: true })
  .transform((typed) => formatPostcode(typed))
  .pipe(z.string().max(MAX_POSTAL_CODE_LENGTH, { error: TOO_LONG, abort: true }))
  .pipe(optionalLine(MAX_POSTAL_CODE_LENGTH));

const COUNTRY = z.literal('GB', { error: 'We deliver in the United Kingdom only.' });
const TYPE = z.enum(['S', 'B'], { error: 'This must be S for shipping or B for billing.' });

/** What the address form sends. `phone` and `recipient_name` are for the driver, and optional. */
export const NewAddress = z
  .object({
    country: COUNTRY.default('GB'),
    city: line(100),
    street_address: line(200),
    apartment_address: line(200),
    postal_code: PostalCode.default(''),
    address_type: TYPE.default('S'),
    phone: optionalLine(30).default(''),
    recipient_name: optionalLine(2 * MAX_NAME_LENGTH).default(''),
  })
  .meta({ id: 'NewAddress' });
export type NewAddress = z.infer<typeof NewAddress>;

export const Address = z
  .object({
    id: Id,
    country: z.string(),
    city: z.string(),
    street_address: z.string(),
    apartment_address: z.string(),
    postal_code: z.string(),
    address_type: z.string(),
    phone: z.string(),
    recipient_name: z.string(),
  })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof Address>;

export const AddressList = Address.array();
export const AddressParams = z.object({ id: PathId });
