import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Id, idOf, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { Stem } from './products.ts';
import { Size } from './sizes.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

// What is printed for orders: cards, work tickets, packing slips and the sheet of a run.

export const SHEETS = ['card', 'ticket', 'slip'] as const;
export const Sheet = z.enum(SHEETS, { error: 'A card, a ticket or a slip.' });
export type Sheet = z.infer<typeof Sheet>;

export const MOST_PRINTED = 500;

/** Orders as they stand in an address: `12,15,18`. */
const idList = z
  .string()
  .max(6_000, 'That is too many at once.')
  .transform((written) => written.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(z.string().trim().pipe(PathId)).max(MOST_PRINTED, `${MOST_PRINTED} orders at most.`));

export const ListPrinted = z.object({
  sheet: Sheet,
  ids: idList.optional().meta({ description: 'These orders, in this order; without it those of a day or a run.' }),
  day: DayInput.optional().meta({
    description: 'The day they leave; today if neither it nor `ids` nor `run` is given.',
  }),
  run: z
    .string()
    .regex(/^([1-9]\d{0,9}|carrier)$/, 'The number of a run, or carrier.')
    .optional()
    .meta({ description: 'With `day` the number of a run or `carrier`; without it the id of a run.' }),
  only: z.enum(['unprinted']).optional().meta({ description: 'Leaves out what was printed before.' }),
});
export type ListPrinted = z.infer<typeof ListPrinted>;

const SwapOnPaper = z.object({ flower: z.string(), count: z.int(), instead: z.string(), instead_count: z.int() });

/** An order as it is printed. */
export const PrintedOrder = z
  .object({
    id: Id,
    stage: OrderStage,
    leaves_on: z.iso.date(),
    arrives_on: z.iso.date(),
    run: z.int().nullable().meta({ description: 'The number of the run that carries it.' }),
    stop: z.int().nullable(),
    by_carrier: z.boolean(),
    recipient: z.string(),
    address: z.string().array().meta({ description: 'Line by line, without the recipient and the telephone.' }),
    district: z.string(),
    phone: z.string(),
    note: z.string(),
    driver_note: z.string(),
    nobody_in: z.enum(NOBODY_IN_CHOICES).nullable(),
    swap_choice: z.enum(SWAP_CHOICES),
    replaces: Id.nullable(),
    lines: z.array(
      z.object({
        name: z.string(),
        size: Size,
        quantity: z.int(),
        wrapping: z.string(),
        care: z.string(),
        stems: Stem.array().meta({ description: 'Of one bouquet.' }),
        extras: z.string().array(),
        swaps: SwapOnPaper.array(),
      }),
    ),
    printed: z.int().meta({ description: 'How often this sheet was printed for it before.' }),
  })
  .meta({ id: 'PrintedOrder' });
export type PrintedOrder = z.infer<typeof PrintedOrder>;

export const PrintedOrders = z
  .object({
    sheet: Sheet,
    sender: z
      .object({ street: z.string(), city: z.string(), postcode: z.string(), email: z.string() })
      .meta({ description: "The shop's own address, as the owner has set it." }),
    day: z.iso.date().nullable(),
    run: z.int().nullable(),
    orders: PrintedOrder.array(),
  })
  .meta({ id: 'PrintedOrders' });
export type PrintedOrders = z.infer<typeof PrintedOrders>;

export const RecordPrints = z
  .object({
    sheet: Sheet,
    orders: idOf('an order').array().min(1, 'Choose an order first.').max(MOST_PRINTED, `${MOST_PRINTED} at most.`),
  })
  .meta({ id: 'RecordPrints' });
export type RecordPrints = z.infer<typeof RecordPrints>;

export const ShowRunSheet = z.object({
  day: DayInput.optional(),
  run: PathId.meta({ description: 'With `day` the number of the run, without it its id.' }),
});
export type ShowRunSheet = z.infer<typeof ShowRunSheet>;

/** For when the phone is flat. */
export const RunSheet = z
  .object({
    id: Id,
    number: z.int(),
    day: z.iso.date(),
    leaves_at: z.string(),
    driver: z.string().nullable(),
    stops: z.array(
      z.object({
        order: Id,
        stage: OrderStage,
        recipient: z.string(),
        address: z.string().array(),
        postcode: z.string(),
        phone: z.string(),
        driver_note: z.string(),
        nobody_in: z.enum(NOBODY_IN_CHOICES).nullable(),
        what: z.string().array(),
        bouquets: z.int(),
      }),
    ),
  })
  .meta({ id: 'RunSheet' });
export type RunSheet = z.infer<typeof RunSheet>;
