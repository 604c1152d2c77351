import * as z from 'zod';
import { ChangeAddress } from './addresses.ts';
import { UpdateText, UpdateWishes } from './cart.ts';
import { DayInput } from './day-input.ts';
import { MAX_ADDRESS_LINE_LENGTH } from './limits.ts';
import { optionalLine } from './text.ts';

// What a buyer can change of an order that was paid for.

/** What changes; whatever is left out stays. */
export const ChangeOwnOrder = ChangeAddress.omit({ country: true, address_type: true })
  .extend({
    ...UpdateWishes.shape,
    seen: z
      .int({ error: 'This must be a whole number.' })
      .min(0, 'This must not be below nothing.')
      .meta({ description: '`last_event` of the page on which it was pressed.' }),
    delivery_date: DayInput.optional(),
    // The desk may have left it empty: the form sends what it found.
    apartment_address: optionalLine(MAX_ADDRESS_LINE_LENGTH).optional(),
    text: UpdateText.shape.text.optional().meta({ description: 'The gift note.' }),
  })
  .meta({ id: 'ChangeOwnOrder' });
export type ChangeOwnOrder = z.infer<typeof ChangeOwnOrder>;

/** What of an order its buyer may still change; where something is refused it is said why, in words. */
export const OrderChanges = z
  .object({
    change: z
      .string()
      .nullable()
      .meta({ description: 'Why address, note and wishes cannot change; null if they can.' }),
    move: z.string().nullable().meta({ description: 'Why the day cannot change; null if it can.' }),
    cancel: z.string().nullable().meta({ description: 'Why it cannot be cancelled; null if it can.' }),
    back: z.number().meta({ description: 'Pounds that go back if it is cancelled now.' }),
    look_first: z
      .string()
      .nullable()
      .meta({ description: 'Why the shop looks at a cancellation first; null if it is done at once.' }),
    asked: z.object({ declined: z.string().nullable() }).nullable().meta({
      description:
        'The shop was asked to cancel it; `declined` has the words of whoever did not. Null once it has changed the order since: one can ask again.',
    }),
    surcharge: z.number().meta({
      description:
        'Pounds that were paid for the day. Days that cost more cannot be chosen; what a day costs less goes back.',
    }),
    last_event: z.int().meta({ description: 'Sent with a change: what somebody changed since is not overwritten.' }),
  })
  .meta({ id: 'OrderChanges' });
export type OrderChanges = z.infer<typeof OrderChanges>;
