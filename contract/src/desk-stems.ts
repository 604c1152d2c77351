import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { digits, Id } from './ids.ts';
import { line } from './text.ts';

// What to buy at the market for a day or for several: recipes × orders that are still to be tied.

export const MOST_DAYS_OF_STEMS = 31;
export const USUAL_SPARE = 5;
const MOST_IN_COOLER = 100_000;
const MOST_STEMS = 1_000_000;

export const ListStems = z.object({
  from: DayInput.optional().meta({ description: 'The first day of leaving; tomorrow if it is not given.' }),
  to: DayInput.optional().meta({ description: 'The last one; the first if it is not given.' }),
  spare: z
    .enum(['0', '5', '10'], { error: 'Nothing, 5 or 10 per cent.' })
    .transform(Number)
    .default(USUAL_SPARE)
    .meta({ description: 'Per cent more than the recipes need.' }),
  orders: digits
    .pipe(z.int().max(100_000))
    .optional()
    .meta({ description: 'As if there were so many orders: every number grows in proportion.' }),
});
export type ListStems = z.infer<typeof ListStems>;

const NeededFlower = z
  .object({
    flower: z.string(),
    group: z.string().meta({ description: 'Its kind, as `Roses`; `Others` and `Foliage` come last.' }),
    needed: z.int().meta({ description: 'Stems in the recipes.' }),
    for: z
      .array(z.object({ bouquet: z.int(), stems: z.int() }))
      .meta({ description: 'Which of `bouquets`, by their place in the list.' }),
    in_cooler: z.int(),
    buy: z
      .int()
      .meta({ description: 'Stems to buy: with the spare, without what is in the cooler, in whole bunches.' }),
    bunch: z.int().nullable().meta({ description: 'Stems in a bunch; null if it is bought by the stem.' }),
    bunches: z.int().nullable(),
    bought: z.boolean(),
    since_bought: z.int().meta({ description: 'Stems that later orders need beyond what was ticked as bought.' }),
  })
  .meta({ id: 'NeededFlower' });
export type NeededFlower = z.infer<typeof NeededFlower>;

const Counted = z.object({ name: z.string(), count: z.int() });

export const StemsToBuy = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    spare: z.int(),
    orders: z.int(),
    as_if: z.int().nullable().meta({ description: 'The number of orders that was counted with instead.' }),
    stems: z.int(),
    bouquets: z
      .array(z.object({ name: z.string(), count: z.int(), orders: Id.array() }))
      .meta({ description: 'What is to be tied, and for which orders.' }),
    flowers: NeededFlower.array(),
    wrapping: Counted.array(),
    extras: Counted.array(),
    open: z
      .object({
        order_by: z.iso.datetime(),
        may_come: z.int().nullable().meta({ description: 'How many more the day takes; null without a limit.' }),
        expected: z
          .int()
          .nullable()
          .meta({ description: 'How many it will be, by the rate of the same weekday; null if too few are known.' }),
      })
      .nullable()
      .meta({ description: 'Of a single day for which orders may still come.' }),
    counted_at: z.iso.datetime(),
  })
  .meta({ id: 'StemsToBuy' });
export type StemsToBuy = z.infer<typeof StemsToBuy>;

const flower = line(100);

/** A flower was bought for these days, or was not after all. */
export const MarkBought = z
  .object({
    from: DayInput,
    to: DayInput,
    flower,
    bought: z.boolean(),
    needed: z
      .int()
      .min(0)
      .max(MOST_STEMS)
      .meta({ description: 'The stems that the page showed: more may be needed by now.' }),
  })
  .meta({ id: 'MarkBought' });
export type MarkBought = z.infer<typeof MarkBought>;

export const CountCooler = z
  .object({
    day: DayInput,
    flower,
    count: z
      .int({ error: 'A whole number of stems.' })
      .min(0, 'Not below nothing.')
      .max(MOST_IN_COOLER, 'That is too many.'),
  })
  .meta({ id: 'CountCooler' });
export type CountCooler = z.infer<typeof CountCooler>;
