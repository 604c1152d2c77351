import * as z from 'zod';
import { Id, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { Picture } from './pictures.ts';
import { HandoverOutcome, NextTry, notToSend } from './runs.ts';
import { Size } from './sizes.ts';
import { optionalLine } from './text.ts';
import { NOBODY_IN_CHOICES } from './wishes.ts';

// What a driver sees of a run, and presses at its stops.

export const MAX_TAKEN_BY_LENGTH = 80;

const CarriedBouquet = z
  .object({
    name: z.string(),
    size: Size,
    quantity: z.int(),
    extras: z.string().array(),
    picture: Picture.nullable(),
  })
  .meta({ id: 'CarriedBouquet' });

/** A stop as the driver sees it: no price, no e-mail, nothing of the card but that there is one. */
export const DriverStop = z
  .object({
    order: Id,
    name: z.string(),
    address: z.string().array().meta({ description: 'Line by line, without the name.' }),
    postal_code: z.string(),
    district: z.string(),
    phone: z.string(),
    note: z.string().meta({ description: "The buyer's words for the driver." }),
    nobody_in: z.enum(NOBODY_IN_CHOICES).nullable().meta({ description: 'What the buyer wants if nobody is in.' }),
    has_card: z.boolean(),
    bouquets: CarriedBouquet.array(),
    stage: OrderStage,
    outcome: HandoverOutcome.nullable(),
    taken_by: z.string(),
    pressed_at: z.iso.datetime().nullable(),
    not_to_send: notToSend,
  })
  .meta({ id: 'DriverStop' });
export type DriverStop = z.infer<typeof DriverStop>;

export const DriverRun = z
  .object({
    id: Id,
    day: z.iso.date(),
    number: z.int(),
    leaves_at: z.string(),
    left_at: z.iso.datetime().nullable(),
    stops: DriverStop.array(),
  })
  .meta({ id: 'DriverRun' });
export type DriverRun = z.infer<typeof DriverRun>;

export const MyRuns = z.object({ day: z.iso.date(), runs: DriverRun.array() }).meta({ id: 'MyRuns' });
export type MyRuns = z.infer<typeof MyRuns>;

export const MyRunsQuery = z.object({
  run: PathId.optional().meta({ description: 'Any run, for those who plan them.' }),
});

/** One stop, and the run it is on. */
export const StopOfRun = z.object({ stop: DriverStop, run: DriverRun.nullable() }).meta({ id: 'StopOfRun' });
export type StopOfRun = z.infer<typeof StopOfRun>;

const PRESS = {
  outcome: HandoverOutcome,
  taken_by: optionalLine(MAX_TAKEN_BY_LENGTH).default('').meta({
    description: 'Who took it, which neighbour, or where it was left; empty for the door.',
  }),
  next: NextTry.optional().meta({ description: 'Where nobody was in: what happens next.' }),
  pressed_at: z.iso.datetime({ offset: true }).optional().meta({
    description: 'When it was pressed, if that was before it is sent; at most a week ago.',
  }),
};

/** The end of a try to deliver. */
export const Press = z
  .object(PRESS)
  .refine(({ outcome, taken_by }) => outcome !== 'neighbour' || taken_by !== '', {
    path: ['taken_by'],
    error: 'Say which neighbour.',
  })
  .refine(({ outcome, next }) => outcome !== 'nobody in' || next !== undefined, {
    path: ['next'],
    error: 'Say what happens next.',
  })
  .meta({ id: 'Press' });
export type Press = z.infer<typeof Press>;

/** What stands after a press. */
export const PressedStop = z
  .object({
    order: Id,
    done: z.boolean().meta({ description: 'False if another press came first, and its end stands.' }),
    stage: OrderStage,
    outcome: HandoverOutcome.nullable(),
    has_photo: z.boolean(),
  })
  .meta({ id: 'PressedStop' });
export type PressedStop = z.infer<typeof PressedStop>;
