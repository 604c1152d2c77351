import * as z from 'zod';
import { Id, PathId } from './ids.ts';
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_CITY_LENGTH,
  MAX_DRIVER_NOTE_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_RECIPIENT_LENGTH,
} from './limits.ts';
import { SENT_PER_SIGN } from './normalise.ts';
import { isPhone } from './phone.ts';
import { formatPostcode, isPostcode } from './postcode.ts';
import { anyText, line, optionalLine } from './text.ts';
import { NOBODY_IN_CHOICES, NobodyIn, SWAP_CHOICES, SwapChoice } from './wishes.ts';

const TOO_LONG = `Postal code must be no more than ${MAX_POSTAL_CODE_LENGTH} characters.`;

export const NO_POSTCODE = 'This is no postcode of the United Kingdom. Please check it, or leave it empty.';
/** Of an address that was stored before postcodes were looked at. */
export const MEND_POSTCODE = 'Please correct the postal code of this address to proceed.';

const PostalCode = anyText
  .refine((typed) => typed.length <= SENT_PER_SIGN * MAX_POSTAL_CODE_LENGTH, { error: TOO_LONG, abort: true })
  .transform((typed) => formatPostcode(typed))
  .pipe(z.string().max(MAX_POSTAL_CODE_LENGTH, { error: TOO_LONG, abort: true }))
  .pipe(optionalLine(MAX_POSTAL_CODE_LENGTH))
  .refine((typed) => typed === '' || isPostcode(typed), { error: NO_POSTCODE });

const COUNTRY = z.literal('GB', { error: 'We deliver in the United Kingdom only.' });
const TYPE = z.enum(['S', 'B'], { error: 'This must be S for shipping or B for billing.' });

const Phone = optionalLine(MAX_PHONE_LENGTH).refine((phone) => phone === '' || isPhone(phone), {
  error: 'Please give a whole phone number, such as 07700 900142, or +1 202 555 0142 from abroad.',
});

const FIELDS = {
  country: COUNTRY,
  city: line(MAX_CITY_LENGTH),
  street_address: line(MAX_ADDRESS_LINE_LENGTH),
  apartment_address: line(MAX_ADDRESS_LINE_LENGTH),
  postal_code: PostalCode,
  address_type: TYPE,
  phone: Phone,
  recipient_name: optionalLine(MAX_RECIPIENT_LENGTH).meta({
    description: 'Who the flowers are for; empty if they are for the buyer.',
  }),
};

/** What the address form sends. `phone` and `recipient_name` are for the driver, and optional. */
export const NewAddress = z
  .object({
    ...FIELDS,
    country: FIELDS.country.default('GB'),
    postal_code: FIELDS.postal_code.default(''),
    address_type: FIELDS.address_type.default('S'),
    phone: FIELDS.phone.default(''),
    recipient_name: FIELDS.recipient_name.default(''),
    driver_note: optionalLine(MAX_DRIVER_NOTE_LENGTH).default('').meta({
      description: 'This and the next two are sent by the undo of a deletion: what the address had remembered.',
    }),
    nobody_in: NobodyIn.nullable().default(null),
    swap_choice: SwapChoice.nullable().default(null),
  })
  .meta({ id: 'NewAddress' });
export type NewAddress = z.infer<typeof NewAddress>;

/** The fields of an address to change; those left out stay. */
export const ChangeAddress = z.object(FIELDS).partial().meta({ id: 'ChangeAddress' });
export type ChangeAddress = z.infer<typeof ChangeAddress>;

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

/** An address in somebody's list, with the wishes that it remembers from the last order that went there. */
export const SavedAddress = Address.extend({
  driver_note: z.string().meta({ description: 'Words for the driver.' }),
  nobody_in: z.enum(NOBODY_IN_CHOICES).nullable().meta({ description: 'Null until somebody has said.' }),
  swap_choice: z.enum(SWAP_CHOICES).nullable(),
}).meta({ id: 'SavedAddress' });
export type SavedAddress = z.infer<typeof SavedAddress>;

export const AddressList = SavedAddress.array();
export const AddressParams = z.object({ id: PathId });
