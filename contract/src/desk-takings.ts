import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { countDays } from './delivery.ts';
import { Id } from './ids.ts';
import { Picture } from './pictures.ts';
import { TAKINGS_PERIODS } from './takings-period.ts';

// What the shop took: an order counts on the day it was paid for, a refund on the day it was done. Sums are in pounds.

export const ShowTakings = z.object({
  period: z.enum(TAKINGS_PERIODS, { error: 'Takings are those of a day, a week or a month.' }).default('month'),
  day: DayInput.optional().meta({ description: 'Any day of it; today if it is not given.' }),
  all: z
    .enum(['yes'])
    .optional()
    .meta({ description: 'Every bouquet, up to the best 200, instead of the best eight.' }),
});
export type ShowTakings = z.infer<typeof ShowTakings>;

const pounds = z.number();

const TakingsSums = z.object({
  orders: z.int(),
  goods: pounds.meta({ description: 'Bouquets, at the prices that were charged.' }),
  extras: pounds,
  delivery: pounds,
  surcharges: pounds,
  discounts: pounds.meta({ description: 'Promo codes: below nothing.' }),
  refunds: z.int().meta({ description: 'How many were done.' }),
  refunded: pounds,
  takings: pounds.meta({ description: 'All of these together, without what was refunded.' }),
  vat: pounds
    .nullable()
    .meta({ description: 'The part of the takings that is VAT; null for a shop without a VAT number.' }),
  fees: pounds.meta({ description: "PayPal's fees that are known, less what it gave back of them." }),
  fees_unknown: z.int().meta({ description: 'Captures whose fee PayPal has not told yet: not in `fees`.' }),
  reaches_bank: pounds.meta({ description: 'Takings less the fees that are known.' }),
});
export type TakingsSums = z.infer<typeof TakingsSums>;

export const TakingsDifference = z.object({
  what: z.enum(['capture', 'refund']),
  order: Id,
  on: z.iso.date(),
  ours: pounds,
  paypal: pounds.nullable().meta({ description: 'Null: PayPal has not told its sum yet.' }),
});
export type TakingsDifference = z.infer<typeof TakingsDifference>;

const TakingsAgreement = z
  .object({
    is_equal: z.boolean().meta({ description: 'To the penny, and nothing is left to read.' }),
    ours: z.object({ captured: pounds, refunded: pounds }),
    paypal: z.object({ captured: pounds, refunded: pounds }),
    unread: z.int().meta({ description: 'Captures and refunds whose sum PayPal has not told yet.' }),
    undecided: z
      .int()
      .meta({ description: 'Refunds and payments, of any day, that PayPal has not decided yet; 100 at most.' }),
    differences: TakingsDifference.array().meta({ description: 'Up to 50.' }),
    unexplained: pounds.meta({ description: 'What differs and is not in the list, as orders without a payment.' }),
  })
  .meta({
    description:
      "What the orders and refunds of this time come to here, beside the sums that PayPal named in its answers about the same captures and refunds. PayPal's own list of all transactions is not asked.",
  });
export type TakingsAgreement = z.infer<typeof TakingsAgreement>;

export const Takings = z
  .object({
    period: z.enum(TAKINGS_PERIODS),
    from: z.iso.date(),
    to: z.iso.date(),
    today: z.iso.date(),
    vat_number: z.string().nullable(),
    sums: TakingsSums,
    before: z
      .object({ from: z.iso.date(), to: z.iso.date(), takings: pounds })
      .meta({ description: 'The period before, up to the same day of it while this one is not over.' }),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          orders: z.int(),
          takings: pounds,
          before: pounds.nullable().meta({ description: 'The same day of the period before, if it had one.' }),
        }),
      )
      .meta({ description: 'Each day of it; of a single day, the fortnight that ends with it.' }),
    arriving: z
      .array(z.object({ day: z.iso.date(), orders: z.int(), amount: pounds }))
      .meta({ description: 'By day of delivery: orders that are not cancelled, and what was paid for them.' }),
    bouquets: z.array(
      z.object({ id: Id, name: z.string(), picture: Picture.nullable(), sold: z.int(), amount: pounds }),
    ),
    more_bouquets: z.boolean(),
    agreement: TakingsAgreement,
  })
  .meta({ id: 'Takings' });
export type Takings = z.infer<typeof Takings>;

/** Files for the books. Xero and QuickBooks take invoices and credit notes by two imports each. */
export const BOOKS = [
  'days',
  'orders',
  'xero-invoices',
  'xero-credit-notes',
  'quickbooks-invoices',
  'quickbooks-credit-notes',
] as const;
export type Books = (typeof BOOKS)[number];
export const MOST_DAYS_OF_BOOKS = 366;

/** As part of an address it has no name in the document of the API. */
export const ExportTakingsQuery = z
  .object({
    file: z.enum(BOOKS, { error: 'Choose one of the files.' }),
    from: DayInput,
    to: DayInput,
  })
  .refine(({ from, to }) => from <= to, { error: 'The last day comes before the first.', path: ['to'] })
  .refine(({ from, to }) => countDays(from, to) < MOST_DAYS_OF_BOOKS, {
    error: `A file holds ${MOST_DAYS_OF_BOOKS} days at most.`,
    path: ['to'],
  });
export const ExportTakings = ExportTakingsQuery.meta({ id: 'ExportTakings' });
export type ExportTakings = z.infer<typeof ExportTakings>;

export const ExportedTakings = z.object({ address: z.string() }).meta({ id: 'ExportedTakings' });
export type ExportedTakings = z.infer<typeof ExportedTakings>;

export const UnknownMoney = z
  .object({
    since: z.iso.datetime(),
    captures: z.array(
      z.object({ capture: z.string(), invoice: z.string(), amount: pounds, taken_at: z.iso.datetime().nullable() }),
    ),
  })
  .meta({ id: 'UnknownMoney', description: 'What PayPal captured for orders of this shop that it does not know.' });
export type UnknownMoney = z.infer<typeof UnknownMoney>;
