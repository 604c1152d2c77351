import * as z from 'zod';
import { EmailAddress } from './email-address.ts';
import { MAX_ADDRESS_LINE_LENGTH, MAX_CITY_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from './limits.ts';
import { isPhone } from './phone.ts';
import { formatPostcode, isPostcode } from './postcode.ts';
import { line, optionalLine } from './text.ts';

const SAY_COMPANY = 'A company number has eight digits, or two letters and six digits.';
const SAY_VAT = 'A VAT number is written as GB123456789.';

/** A number as it may be typed, without its spaces. A dash or dot is no part of one: 2026-12-31 is a day. */
const compact = (text: string) => text.toUpperCase().replaceAll(/\s/g, '');

/** Who sells, as pages, letters and receipts state it. What is not named stays as it is; what is empty is not stated. */
export const ChangeShop = z
  .object({
    name: line(MAX_NAME_LENGTH).meta({ description: 'The trading name, above the address.' }),
    street: line(MAX_ADDRESS_LINE_LENGTH),
    city: line(MAX_CITY_LENGTH),
    postcode: line(20).refine(isPostcode, 'This is no postcode of the United Kingdom.').transform(formatPostcode),
    email: EmailAddress,
    phone: optionalLine(MAX_PHONE_LENGTH).refine(
      (phone) => phone === '' || isPhone(phone),
      'Enter a number that can be rung, as 020 7946 0000.',
    ),
    company_number: optionalLine(20)
      .transform(compact)
      .refine((number) => number === '' || /^(\d{8}|[A-Z]{2}\d{6})$/.test(number), SAY_COMPANY),
    vat_number: optionalLine(20)
      .transform(compact)
      .refine((number) => number === '' || /^GB(\d{9}|\d{12})$/.test(number), SAY_VAT),
  })
  .partial()
  .meta({ id: 'ChangeShop' });
export type ChangeShop = z.infer<typeof ChangeShop>;

export const ShopSettings = z
  .object({
    name: z.string(),
    street: z.string(),
    city: z.string(),
    postcode: z.string(),
    email: z.string(),
    phone: z.string(),
    company_number: z.string(),
    vat_number: z.string(),
  })
  .meta({ id: 'ShopSettings' });
export type ShopSettings = z.infer<typeof ShopSettings>;

export const ShopVersion = z.object({ version: z.string() }).meta({ id: 'ShopVersion' });
export type ShopVersion = z.infer<typeof ShopVersion>;
