import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { MOST_AT_ONCE } from './desk.ts';
import { FlowerLike, stems } from './desk-swaps.ts';
import { Id, idOf } from './ids.ts';
import { line } from './text.ts';

// A flower is not there: decided once, for everything of a day that has it.

export const ShowMissing = z.object({
  day: DayInput.optional().meta({ description: 'Today if it is not given.' }),
  flower: line(100).optional(),
});
export type ShowMissing = z.infer<typeof ShowMissing>;

export const FlowerOnDay = z
  .object({ flower: z.string(), stems: z.int(), tickets: z.int() })
  .meta({ id: 'FlowerOnDay' });
export type FlowerOnDay = z.infer<typeof FlowerOnDay>;

/** A line of an order that has the flower. */
export const LineWithFlower = z
  .object({
    order: Id,
    item: Id,
    bouquet: z.string(),
    district: z.string(),
    recipient: z.string(),
    bouquets: z.int().meta({ description: 'How many of them are still to tie.' }),
    stems: z.int().meta({ description: 'Of the flower in each of them, without what is swapped already.' }),
    must_ask: z.boolean().meta({ description: 'Its buyer wants to be asked first, and can be.' }),
  })
  .meta({ id: 'LineWithFlower' });
export type LineWithFlower = z.infer<typeof LineWithFlower>;

/** What was swapped in one press, while it can be taken back. */
export const MadeSwaps = z
  .object({
    swaps: Id.array(),
    flower: z.string(),
    instead: z.string(),
    stems: z.int(),
    tickets: z.int(),
    asked: z.int().meta({ description: 'Tickets that wait for the answer of their buyer.' }),
    by: z.string().nullable(),
    made_at: z.iso.datetime(),
  })
  .meta({ id: 'MadeSwaps' });
export type MadeSwaps = z.infer<typeof MadeSwaps>;

export const MissingOnDay = z
  .object({
    day: z.iso.date(),
    today: z.iso.date(),
    flowers: FlowerOnDay.array().meta({ description: 'All that is still to tie on the day, the largest count first.' }),
    chosen: z
      .object({
        flower: z.string(),
        lines: LineWithFlower.array().meta({ description: 'In the order in which they leave.' }),
        offered: FlowerLike.array(),
      })
      .nullable(),
    swapped: MadeSwaps.array().meta({ description: 'The newest first. What is tied is not among it.' }),
  })
  .meta({ id: 'MissingOnDay' });
export type MissingOnDay = z.infer<typeof MissingOnDay>;

export const SwapOnDay = z
  .object({
    flower: line(100),
    instead: line(100),
    tell: z.boolean().default(true).meta({ description: 'Tell the buyers by letter what was swapped.' }),
    lines: z
      .object({
        order: idOf('an order'),
        item: idOf('a line'),
        from: stems.meta({ description: 'How many were in each bouquet when it was decided.' }),
        count: stems.meta({ description: 'How many of these are replaced.' }),
      })
      .array()
      .min(1, 'Choose a ticket first.')
      .max(MOST_AT_ONCE, 'That is too many at once.'),
  })
  .meta({ id: 'SwapOnDay' });
export type SwapOnDay = z.infer<typeof SwapOnDay>;

export const SwappedOnDay = z
  .object({
    swapped: Id.array().meta({ description: 'Orders that are tied with another flower.' }),
    asked: Id.array().meta({ description: 'Orders whose buyers are asked first: they wait.' }),
  })
  .meta({ id: 'SwappedOnDay' });
export type SwappedOnDay = z.infer<typeof SwappedOnDay>;

export const TakeBackSwaps = z
  .object({
    swaps: idOf('a swap').array().min(1, 'Choose a swap first.').max(MOST_AT_ONCE, 'That is too many at once.'),
  })
  .meta({ id: 'TakeBackSwaps' });
export type TakeBackSwaps = z.infer<typeof TakeBackSwaps>;

export const CannotTieOnDay = z
  .object({
    orders: idOf('an order').array().min(1, 'Choose a ticket first.').max(MOST_AT_ONCE, 'That is too many at once.'),
    why: line(200).optional(),
  })
  .meta({ id: 'CannotTieOnDay' });
export type CannotTieOnDay = z.infer<typeof CannotTieOnDay>;
