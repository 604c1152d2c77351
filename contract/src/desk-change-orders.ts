import * as z from 'zod';
import { ChangeAddress } from './addresses.ts';
import { UpdateText } from './cart.ts';
import { DayInput } from './day-input.ts';
import { DeskOrder } from './desk-orders.ts';
import { Id, idOf } from './ids.ts';
import { MAX_ADDRESS_LINE_LENGTH } from './limits.ts';
import { MAX_PENCE } from './money.ts';
import { line, optionalLine } from './text.ts';

// What can be changed of an order that was paid for: its day, place and card, its money, the whole of it.

export const MAX_REASON_LENGTH = 500;

const seen = z.int().min(0).meta({ description: '`last_event` of the page on which it was pressed.' });

/** What changes; whatever is left out stays. */
export const ChangeOrder = ChangeAddress.omit({ country: true, address_type: true })
  .extend({
    seen,
    delivery_date: DayInput.optional(),
    apartment_address: optionalLine(MAX_ADDRESS_LINE_LENGTH).optional(),
    text: UpdateText.shape.text.optional().meta({ description: 'The card.' }),
    tell: z.boolean().default(true).meta({ description: 'Whether the buyer gets a letter.' }),
  })
  .meta({ id: 'ChangeOrder' });
export type ChangeOrder = z.infer<typeof ChangeOrder>;

export const ChangedOrder = z
  .object({
    changed: z.enum(['day', 'address', 'card', 'wishes']).array().meta({ description: 'Empty if all was so already.' }),
    order: DeskOrder,
  })
  .meta({ id: 'ChangedOrder' });
export type ChangedOrder = z.infer<typeof ChangedOrder>;

const words = line(MAX_REASON_LENGTH).meta({ description: 'Why: the buyer reads it.' });
const left = z.number().min(0).meta({
  description: 'What could still go back when it was pressed: a press that comes twice gives nothing more.',
});

export const RefundOrder = z
  .discriminatedUnion(
    'what',
    [
      z.object({ what: z.literal('all'), words, left }),
      z.object({
        what: z.literal('parts'),
        parts: z.string().max(40).array().min(1, 'Choose what goes back.').max(100),
        words,
        left,
      }),
      z.object({
        what: z.literal('sum'),
        amount: z
          .number({ error: 'Say how much, in pounds.' })
          .positive('A refund is of a penny or more.')
          .max(MAX_PENCE / 100, 'That is too much.')
          .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, 'Pounds and whole pence.'),
        words,
        left,
      }),
    ],
    { error: 'Choose all, a part, or a sum.' },
  )
  .meta({ id: 'RefundOrder' });
export type RefundOrder = z.infer<typeof RefundOrder>;

export const CancelOrder = z.object({ words, left }).meta({ id: 'CancelOrder' });
export type CancelOrder = z.infer<typeof CancelOrder>;

export const DeclineCancel = z.object({ words }).meta({ id: 'DeclineCancel' });
export type DeclineCancel = z.infer<typeof DeclineCancel>;

export const RefundedOrder = z
  .object({
    order: DeskOrder,
    amount: z.number(),
    outcome: z.enum(['done', 'waiting', 'failed', 'none']).meta({
      description:
        '`waiting`: PayPal has not confirmed yet; we go on asking. `failed`: it is cancelled, and PayPal refused. `none`: nothing was left.',
    }),
  })
  .meta({ id: 'RefundedOrder' });
export type RefundedOrder = z.infer<typeof RefundedOrder>;

export const ReplaceOrder = z.object({ delivery_date: DayInput }).meta({ id: 'ReplaceOrder' });
export type ReplaceOrder = z.infer<typeof ReplaceOrder>;

export const ReplacedOrder = z.object({ replacement: Id, order: DeskOrder }).meta({ id: 'ReplacedOrder' });

export const MOST_MOVED = 200;
/** Another day for several orders. */
export const MoveOrders = z
  .object({
    orders: idOf('an order').array().min(1, 'Choose an order first.').max(MOST_MOVED, 'That is too many at once.'),
    delivery_date: DayInput,
  })
  .meta({ id: 'MoveOrders' });
export type MoveOrders = z.infer<typeof MoveOrders>;

export const MovedOrders = z
  .array(z.object({ order: Id, done: z.boolean(), words: z.string().nullable() }))
  .meta({ id: 'MovedOrders', description: 'Each that can be moved is; of the others it is said why not.' });
export type MovedOrders = z.infer<typeof MovedOrders>;
