import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Swap } from './desk-swaps.ts';
import { Id, idOf, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';
import { line } from './text.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

// What the people at the bench see and press: the sheet of a day and one ticket.

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

export const DeskOrderParams = z.object({ orderId: PathId });
