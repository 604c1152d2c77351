import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Trouble } from './desk.ts';
import { digits, Id, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { optionalLine } from './text.ts';

// The list of orders: what is looked for, what is found.

export const MAX_ORDER_SEARCH = 100;
/** The chips above the list: a stage, or what is out of the ordinary. */
export const ORDER_FILTERS = [
  'to tie',
  'tied',
  'out',
  'delivered',
  'trouble',
  'refunded',
  'cancelled',
  'replacements',
] as const;
export const OrderFilter = z.enum(ORDER_FILTERS);
export type OrderFilter = z.infer<typeof OrderFilter>;

export const FindOrders = z.object({
  q: optionalLine(MAX_ORDER_SEARCH).default('').meta({
    description: 'Any part of number, name, postcode, phone, e-mail or street; several words must all be there.',
  }),
  show: OrderFilter.optional(),
  day: DayInput.optional().meta({ description: 'The day of delivery.' }),
  before: PathId.optional().meta({ description: 'Older than this order.' }),
  after: PathId.optional().meta({ description: 'Newer than this order: the page before.' }),
  limit: digits.pipe(z.int().min(1).max(50)).default(30),
});
export type FindOrders = z.infer<typeof FindOrders>;

/** An order in the list. */
export const FoundOrder = z
  .object({
    id: Id,
    stage: OrderStage,
    bouquets: z.string().meta({ description: 'As `Rosy Parlour, 2 × Pier Sorbet`.' }),
    picture: z.string().nullable().meta({ description: 'The address of a small picture.' }),
    recipient: z.string(),
    district: z.string(),
    buyer: z.string(),
    arrives_on: z.iso.date().nullable(),
    paid_at: z.iso.datetime().nullable(),
    paid: z.number(),
    flags: z.enum(['first order', 'replacement', 'swap', 'no card', 'refunded']).array(),
    troubles: Trouble.array(),
  })
  .meta({ id: 'FoundOrder' });
export type FoundOrder = z.infer<typeof FoundOrder>;

export const FoundOrders = z
  .object({
    orders: FoundOrder.array().meta({ description: 'The newest first.' }),
    older: z.boolean().meta({ description: 'There are older ones.' }),
    newer: z.boolean(),
    is_cut: z.boolean().meta({
      description: 'The search is too short or too common to look through every order: only the newest were looked at.',
    }),
    exact: Id.nullable().meta({ description: 'The order whose number was typed in full.' }),
  })
  .meta({ id: 'FoundOrders' });
export type FoundOrders = z.infer<typeof FoundOrders>;

/** The numbers on the chips. Up to 99: above it nobody counts. */
export const OrderCounts = z
  .object({ to_tie: z.int(), out: z.int(), trouble: z.int() })
  .meta({ id: 'OrderCounts', description: '100 stands for 100 or more.' });
export type OrderCounts = z.infer<typeof OrderCounts>;
