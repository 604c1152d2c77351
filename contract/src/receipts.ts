import * as z from 'zod';
import { Id } from './ids.ts';

const Row = z.object({ words: z.string(), amount: z.number() });

/** What was paid, to whom and for what. Money in pounds. */
export const Receipt = z
  .object({
    order: Id,
    buyer: z.string().nullable(),
    paid_at: z.iso.datetime(),
    delivery_date: z.iso.date().nullable(),
    seller: z.object({
      name: z.string(),
      street: z.string(),
      city: z.string(),
      postcode: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      company_number: z.string().nullable(),
    }),
    lines: z.object({ words: z.string(), quantity: z.int(), each: z.number(), amount: z.number() }).array(),
    sums: Row.array().meta({ description: 'From all goods down to the amount.' }),
    amount: z.number(),
    refunds: z.object({ amount: z.number(), reason: z.string(), refunded_at: z.iso.datetime() }).array(),
    left: z.number().meta({ description: 'The amount without what was refunded.' }),
    payment: z.object({ by: z.literal('PayPal'), invoice: z.string() }),
    vat: z.object({ number: z.string(), percent: z.int(), amount: z.number() }).nullable().meta({
      description: 'What is contained in `left`, as it was when the order was placed; null if none was charged.',
    }),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof Receipt>;
