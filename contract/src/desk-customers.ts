import * as z from 'zod';
import { digits, Id, PathId } from './ids.ts';
import { ORDER_STAGES } from './orders.ts';
import { Picture } from './pictures.ts';
import { line, optionalLine, paragraphs } from './text.ts';

// Customers as the desk sees them. Sums are in pounds.

export const MAX_CUSTOMER_NOTE_LENGTH = 1_000;
export const MAX_STOP_REASON_LENGTH = 300;
const MAX_SOUGHT_LENGTH = 100;

export const ListCustomers = z.object({
  find: optionalLine(MAX_SOUGHT_LENGTH)
    .default('')
    .meta({ description: 'Any part of a name, an e-mail address, a telephone number or a postcode of theirs.' }),
  before: PathId.optional().meta({ description: '`next` of the page before.' }),
  limit: digits.pipe(z.int().max(100)).default(30),
});
export type ListCustomers = z.infer<typeof ListCustomers>;

const CustomerFacts = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  orders: z.int(),
  spent: z.number().meta({ description: 'What was paid, less refunds.' }),
  stopped: z.boolean(),
});

export const DeskCustomers = z
  .object({
    customers: z.array(
      CustomerFacts.extend({
        district: z.string().nullable().meta({ description: 'Of the address used last.' }),
        last_bought: z.iso.datetime().nullable(),
        claims_waiting: z.int(),
      }),
    ),
    next: z.int().nullable(),
  })
  .meta({ id: 'DeskCustomers', description: 'Who bought last comes first; of a search, who registered last.' });
export type DeskCustomers = z.infer<typeof DeskCustomers>;

export const CustomerParams = z.object({ customerId: PathId });

export const CustomerNote = z
  .object({ id: Id, text: z.string(), who: z.string(), at: z.iso.datetime() })
  .meta({ id: 'CustomerNote' });
export type CustomerNote = z.infer<typeof CustomerNote>;

export const DeskCustomer = CustomerFacts.extend({
  confirmed: z.boolean(),
  since: z.iso.datetime(),
  usually: z.string().nullable().meta({ description: 'The bouquet that was sent most often, twice at least.' }),
  stopped_because: z.string().nullable(),
  orders_list: z.array(
    z.object({
      id: Id,
      bouquet: z.string(),
      picture: Picture.nullable(),
      recipient: z.string(),
      district: z.string(),
      day: z.iso.date().nullable(),
      stage: z.enum(ORDER_STAGES),
      amount: z.number(),
      refunded: z.number(),
      is_replacement: z.boolean(),
    }),
  ),
  next: z.int().nullable().meta({ description: 'Of older orders: `before` of the next call.' }),
  claims: z.array(
    z.object({ id: Id, order: Id, text: z.string(), state: z.enum(['waiting', 'answered', 'replaced']) }),
  ),
  notes: CustomerNote.array().meta({ description: 'The newest first. They are part of the copy of their data.' }),
}).meta({ id: 'DeskCustomer' });
export type DeskCustomer = z.infer<typeof DeskCustomer>;

export const ShowCustomer = z.object({ before: PathId.optional() });
export type ShowCustomer = z.infer<typeof ShowCustomer>;

export const WriteCustomerNote = z
  .object({ text: paragraphs(MAX_CUSTOMER_NOTE_LENGTH) })
  .meta({ id: 'WriteCustomerNote' });
export type WriteCustomerNote = z.infer<typeof WriteCustomerNote>;

export const StopCustomer = z
  .object({ reason: line(MAX_STOP_REASON_LENGTH).meta({ description: 'The person reads it when they want to pay.' }) })
  .meta({ id: 'StopCustomer' });
export type StopCustomer = z.infer<typeof StopCustomer>;

export const CustomerCopy = z.object({ address: z.string() }).meta({ id: 'CustomerCopy' });
export type CustomerCopy = z.infer<typeof CustomerCopy>;
