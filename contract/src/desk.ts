import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Id, idOf, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';
import { line } from './text.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

// What the people at the bench see and press: the sheet of a day, one ticket, and flowers that are missing.

const moment = z.iso.datetime();

/** Only what is out of the ordinary. Extras are named on their lines. */
export const TICKET_FLAGS = ['replacement', 'swap', 'no card'] as const;

/** Why an order stands before all others. */
export const TROUBLES = [
  /** It should have left, and has not. */
  'late',
  'not delivered',
  /** Another order sends its flowers anew: it is not to be sent again. */
  'replaced',
  /** PayPal has not decided: nothing is tied for it yet. */
  'unpaid',
  'claimed',
  /** A flower is missing and the buyer was asked. */
  'waits for the buyer',
  'call the buyer',
  'cannot be tied',
  /** Its buyer asked to cancel it, and waits. */
  'cancel asked',
] as const;
export const Trouble = z.enum(TROUBLES);
export type Trouble = z.infer<typeof Trouble>;

const TicketLine = z
  .object({
    id: Id,
    product: Id,
    name: z.string(),
    size: Size,
    quantity: z.int(),
    tied: z.int().meta({ description: 'How many of them are tied.' }),
    picture: z.string().nullable().meta({ description: 'The address of a small picture.' }),
    extras: z.string().array(),
  })
  .meta({ id: 'TicketLine' });

/** An order on the sheet of a day. */
export const SheetTicket = z
  .object({
    id: Id,
    stage: OrderStage,
    leaves_on: z.iso.date(),
    arrives_on: z.iso.date(),
    by_carrier: z.boolean(),
    run: Id.nullable(),
    position: z.int().nullable().meta({ description: 'Its place among the stops of the run.' }),
    district: z.string().meta({ description: 'The first half of the postcode; empty if there is none.' }),
    recipient: z.string(),
    note: z.string().meta({ description: 'How the card begins.' }),
    lines: TicketLine.array(),
    flags: z.enum(TICKET_FLAGS).array(),
    troubles: Trouble.array(),
    claim: Id.nullable().meta({ description: 'The claim that waits for an answer.' }),
    replaced_by: Id.nullable().meta({ description: 'The order that sends these flowers anew.' }),
    outcome: z.enum(['handed over', 'neighbour', 'nobody in']).nullable(),
    paid_at: moment.nullable(),
    moved_at: moment.nullable().meta({ description: 'When it left or arrived, if it did.' }),
  })
  .meta({ id: 'SheetTicket' });
export type SheetTicket = z.infer<typeof SheetTicket>;

/** One tour of a van, as the sheet shows it. */
export const SheetRun = z
  .object({
    id: Id,
    number: z.int(),
    leaves_at: z.string().meta({ description: 'In London, as 11:00.' }),
    left_at: moment.nullable(),
    driver: z.string().nullable(),
  })
  .meta({ id: 'SheetRun' });
export type SheetRun = z.infer<typeof SheetRun>;

/** A day on the strip above the sheet. */
export const DayTile = z
  .object({
    day: z.iso.date(),
    booked: z
      .int()
      .meta({ description: 'How many places of the day are taken: what arrives on it, as in the calendar.' }),
    orders: z.int().meta({ description: 'How many leave the shop on it: what its sheet has.' }),
    to_tie: z.int(),
    delivered: z.int(),
    holds: z.int().nullable().meta({ description: 'How many it takes; null where there is no limit, or it is over.' }),
    open: z.boolean().meta({ description: 'Orders for it may still come.' }),
    closed: z.string().nullable().meta({ description: 'Why nothing is delivered on it.' }),
  })
  .meta({ id: 'DayTile' });
export type DayTile = z.infer<typeof DayTile>;

export const Today = z
  .object({
    day: z.iso.date(),
    today: z.iso.date(),
    now: moment,
    dial: z
      .object({
        day: z.iso.date(),
        closes_at: moment,
        booked: z.int(),
        left: z.int().nullable().meta({ description: 'How many may still come; null where there is no limit.' }),
      })
      .meta({ description: 'The day that is shown if orders for it may still come, else the next one.' }),
    tiles: DayTile.array(),
    runs: SheetRun.array(),
    tickets: SheetTicket.array().meta({
      description:
        'In the order the vans leave, the carrier last. With those of today come the late and the claimed of other days.',
    }),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof Today>;

export const ShowToday = z.object({ day: DayInput.optional().meta({ description: 'Today if it is not given.' }) });

/** What was pressed for several orders is done for each that can be, and said of each that cannot. */
export const MOST_AT_ONCE = 200;
export const PressOrders = z
  .object({
    orders: idOf('an order').array().min(1, 'Choose an order first.').max(MOST_AT_ONCE, 'That is too many at once.'),
  })
  .meta({ id: 'PressOrders' });
export type PressOrders = z.infer<typeof PressOrders>;

export const Pressed = z
  .object({
    order: Id,
    done: z.boolean().meta({ description: 'Whether this press did it.' }),
    stage: OrderStage.nullable().meta({ description: 'Where it stands now; null if there is no such order.' }),
    words: z.string().nullable().meta({ description: 'Why it was not done: what is true now, and who did it.' }),
  })
  .meta({ id: 'Pressed' });
export type Pressed = z.infer<typeof Pressed>;
export const PressedOrders = z.object({ orders: Pressed.array() }).meta({ id: 'PressedOrders' });
export type PressedOrders = z.infer<typeof PressedOrders>;

/** One of several bouquets of a line. */
export const CountTied = z
  .object({
    item: idOf('a line'),
    from: z.int().min(0).max(20).meta({ description: 'How many were tied when it was pressed.' }),
    to: z.int().min(0).max(20),
  })
  .meta({ id: 'CountTied' });
export type CountTied = z.infer<typeof CountTied>;

export const SWAP_STATES = ['made', 'asked', 'fine', 'call'] as const;
export const Swap = z
  .object({
    id: Id,
    item: Id,
    flower: z.string(),
    count: z.int(),
    instead: z.string(),
    instead_count: z.int(),
    state: z.enum(SWAP_STATES),
    made_at: moment,
    by: z.string().nullable(),
  })
  .meta({ id: 'Swap' });
export type Swap = z.infer<typeof Swap>;

/** In base64. Pages draw a photo smaller before they send it. */
export const MAX_SWAP_PHOTO = 6 * 1024 * 1024;

/** How many of a flower. */
export const stems = z
  .int({ error: 'How many stems? A whole number.' })
  .min(1, 'At least one.')
  .max(200, '200 at most.');

export const MakeSwap = z
  .object({
    item: idOf('a line'),
    flower: line(100),
    count: stems,
    instead: line(100),
    instead_count: stems.optional().meta({ description: 'As many as are missing, if it is not given.' }),
    ask: z.boolean().default(false).meta({ description: 'Ask the buyer first, by letter: the ticket waits.' }),
    tell: z.boolean().default(true).meta({ description: 'Tell the buyer by letter what was swapped.' }),
    photo: z
      .string()
      .refine((sent) => sent.length <= MAX_SWAP_PHOTO, 'This photo is too large.')
      .optional()
      .meta({ description: 'What would go in, for the letter that asks: JPEG, PNG or WebP in base64.' }),
  })
  .meta({ id: 'MakeSwap' });
export type MakeSwap = z.infer<typeof MakeSwap>;

export const CannotTie = z.object({ why: line(200).optional() }).meta({ id: 'CannotTie' });
export type CannotTie = z.infer<typeof CannotTie>;

/** One order as it lies on the bench. */
export const Ticket = z
  .object({
    id: Id,
    stage: OrderStage,
    leaves_on: z.iso.date(),
    arrives_on: z.iso.date(),
    by_carrier: z.boolean(),
    recipient: z.string(),
    district: z.string(),
    buyer: z.string(),
    note: z.string().meta({ description: 'The card, as it is printed.' }),
    driver_note: z.string(),
    nobody_in: z.enum(NOBODY_IN_CHOICES).nullable(),
    swap_choice: z.enum(SWAP_CHOICES),
    can_ask: z.boolean().meta({ description: 'There is a buyer who can be written to.' }),
    flags: z.enum(TICKET_FLAGS).array(),
    troubles: Trouble.array(),
    replaced_by: Id.nullable().meta({ description: 'The order that sends these flowers anew.' }),
    lines: z
      .array(
        z.object({
          id: Id,
          name: z.string(),
          size: Size,
          quantity: z.int(),
          tied: z.int(),
          picture: Picture.nullable(),
          wrapping: z.string(),
          extras: z.string().array(),
          recipe: z.array(z.object({ flower: z.string(), count: z.int() })),
        }),
      )
      .meta({ description: 'Counts of stems are those of one bouquet.' }),
    swaps: Swap.array(),
    notes: z.array(z.object({ id: Id, who: z.string(), text: z.string(), at: moment })).meta({
      description: 'What staff wrote about it for each other.',
    }),
    run: SheetRun.nullable(),
    left_to_tie: z.int().meta({ description: 'Of its run, or of its day if it has none.' }),
    place: z.int().nullable().meta({ description: 'Among the tickets to tie; null if it is tied.' }),
    of: z.int(),
    before: Id.nullable(),
    after: Id.nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

/** A flower to use instead of one that is missing. */
export const FlowerLike = z
  .object({
    name: z.string(),
    like: z.enum(['same flower', 'same colour']),
    near: z.boolean().meta({ description: 'So near that it may be chosen in advance: the open flower for its bud.' }),
  })
  .meta({ id: 'FlowerLike' });
export type FlowerLike = z.infer<typeof FlowerLike>;
export const ListFlowersLike = z.object({ flower: line(100) });

export const DeskOrderParams = z.object({ orderId: PathId });
export const SwapParams = z.object({ swapId: PathId });

/** A swap as its buyer sees it, by the key in the letter. */
export const SwapQuestion = z
  .object({
    order: Id,
    bouquet: z.string(),
    flower: z.string(),
    count: z.int(),
    instead: z.string(),
    instead_count: z.int(),
    arrives_on: z.iso.date(),
    state: z.enum(SWAP_STATES),
    has_photo: z.boolean(),
    can_answer: z.boolean().meta({ description: 'It has not been tied or decided meanwhile.' }),
  })
  .meta({ id: 'SwapQuestion' });
export type SwapQuestion = z.infer<typeof SwapQuestion>;
export const SwapKey = z.object({ key: z.string().max(100) });
export const AnswerSwap = z
  .object({ answer: z.enum(['fine', 'call'], { error: 'Please choose one of the two.' }) })
  .meta({ id: 'AnswerSwap' });
export type AnswerSwap = z.infer<typeof AnswerSwap>;
