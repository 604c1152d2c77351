import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Id, idOf, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';
import { anyText, line, optionalLine } from './text.ts';
import { NOBODY_IN_CHOICES } from './wishes.ts';

/** How a try to hand an order over can end. `taken_by` says more: who took it, which neighbour, where it was left. */
export const HANDOVER_OUTCOMES = ['handed over', 'neighbour', 'nobody in'] as const;
export const HandoverOutcome = z.enum(HANDOVER_OUTCOMES);
export type HandoverOutcome = z.infer<typeof HandoverOutcome>;

/** What becomes of flowers that nobody took in. */
export const NextTry = z.enum(['again today', 'another day']);
export type NextTry = z.infer<typeof NextTry>;

export const MAX_TAKEN_BY_LENGTH = 80;
export const MAX_CARRIER_NUMBER_LENGTH = 40;
export const MAX_RUN_NUMBER = 99;
const MOST_AT_ONCE = 500;

const notToSend = z
  .string()
  .nullable()
  .meta({ description: 'Why it is not to be sent (again): another order replaces it, or a claim waits.' });

export const SAY_TIME = 'A time is written as 11:20.';
/** As it is typed in a hurry: 9:30, 0930, 930 or 9.30. Also the `pattern` of its fields. */
export const TYPED_TIME = '([01]?[0-9]|2[0-3])[:.]?([0-5][0-9])';
const IS_TYPED_TIME = new RegExp(`^${TYPED_TIME}$`);

/** `09:30` for all of these; nothing if it is no time of a day. */
export function readTime(typed: string): string | undefined {
  const [, hour, minute] = IS_TYPED_TIME.exec(typed.trim()) ?? [];
  return hour === undefined ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}

const time = anyText
  .refine((typed) => readTime(typed) !== undefined, { error: SAY_TIME, abort: true })
  .transform((typed) => readTime(typed) ?? '');

/** A stop as the desk plans it. */
export const RunStop = z
  .object({
    order: Id,
    district: z.string().meta({ description: 'As `E8`; empty where there is no postcode.' }),
    name: z.string().meta({ description: 'The recipient, or the buyer where none was named.' }),
    street: z.string(),
    stage: OrderStage,
    outcome: HandoverOutcome.nullable(),
    pressed_at: z.iso.datetime().nullable().meta({ description: 'When the last try ended.' }),
    not_to_send: notToSend,
  })
  .meta({ id: 'RunStop' });
export type RunStop = z.infer<typeof RunStop>;

export const Driver = z.object({ id: Id, name: z.string() }).meta({ id: 'Driver' });
export type Driver = z.infer<typeof Driver>;

/** One tour of a van. */
export const Run = z
  .object({
    id: Id,
    day: z.iso.date(),
    number: z.int(),
    leaves_at: z.string(),
    left_at: z.iso.datetime().nullable(),
    driver: Driver.nullable(),
    stops: RunStop.array(),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof Run>;

/** What a carrier brings. */
export const Parcel = z
  .object({
    order: Id,
    name: z.string(),
    place: z.string(),
    arrives_on: z.iso.date(),
    stage: OrderStage,
    carrier_number: z.string(),
  })
  .meta({ id: 'Parcel' });
export type Parcel = z.infer<typeof Parcel>;

export const Deliveries = z
  .object({
    day: z.iso.date(),
    now: z.iso.datetime(),
    runs: Run.array(),
    without_run: RunStop.array().meta({ description: 'Stops of the day that are on none of its runs.' }),
    parcels: Parcel.array().meta({ description: 'What a carrier collects on this day.' }),
    arriving: Parcel.array().meta({ description: 'What a carrier has, for this day.' }),
    drivers: Driver.array().meta({ description: 'Who can be given a run.' }),
  })
  .meta({ id: 'Deliveries' });
export type Deliveries = z.infer<typeof Deliveries>;

export const DeliveriesQuery = z.object({
  day: DayInput.optional().meta({ description: 'Today, if it is left out.' }),
});
export const RunParams = z.object({ runId: PathId });

export const MakeRun = z
  .object({
    day: DayInput,
    number: z
      .int('This must be a whole number.')
      .min(1, 'Runs begin with 1.')
      .max(MAX_RUN_NUMBER, `There are ${MAX_RUN_NUMBER} runs a day at most.`)
      .meta({ description: 'A run that exists already stays as it is.' }),
    leaves_at: time,
  })
  .meta({ id: 'MakeRun' });
export type MakeRun = z.infer<typeof MakeRun>;

export const ChangeRun = z
  .object({ driver: idOf('a member of staff').nullable().optional(), leaves_at: time.optional() })
  .meta({ id: 'ChangeRun' });
export type ChangeRun = z.infer<typeof ChangeRun>;

const orderIds = idOf('an order').array().max(MOST_AT_ONCE, 'That is too many at once.');

/** Which stops a run gets: single orders, or all of the day that go to a district and have not left. */
export const PutOnRun = z
  .object({
    orders: orderIds.default([]),
    districts: z.string().max(4, 'This is not a district.').array().max(200, 'That is too many at once.').default([]),
  })
  .meta({ id: 'PutOnRun' });
export type PutOnRun = z.infer<typeof PutOnRun>;

/** The stops of a run in their order. */
export const SortStops = z.object({ orders: orderIds }).meta({ id: 'SortStops' });
export type SortStops = z.infer<typeof SortStops>;

export const LeaveRun = z
  .object({
    without: z
      .boolean()
      .default(false)
      .meta({ description: 'True to leave without what is not tied yet; it stays behind, on no run.' }),
  })
  .meta({ id: 'LeaveRun' });
export type LeaveRun = z.infer<typeof LeaveRun>;

export const ChangeParcel = z
  .object({ carrier_number: optionalLine(MAX_CARRIER_NUMBER_LENGTH) })
  .meta({ id: 'ChangeParcel' });
export type ChangeParcel = z.infer<typeof ChangeParcel>;

export const CollectParcels = z.object({ day: DayInput }).meta({ id: 'CollectParcels' });
export type CollectParcels = z.infer<typeof CollectParcels>;

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

/** How far flowers are, with the moment of each step that was taken. */
const STEPS = {
  stage: OrderStage,
  day: z.iso.date(),
  by_carrier: z.boolean(),
  ordered_at: z.iso.datetime().nullable(),
  tied_at: z.iso.datetime().nullable(),
  out_at: z.iso.datetime().nullable(),
  delivered_at: z.iso.datetime().nullable(),
  outcome: HandoverOutcome.nullable(),
  taken_by: z.string(),
  tried_at: z.iso.datetime().nullable().meta({ description: 'When nobody was in.' }),
  next_try: z.enum(['again', 'new flowers', 'florist']).meta({
    description: 'What follows if nobody was in: another try, new flowers in their place, or what the florist decides.',
  }),
};

/** What the buyer sees of the delivery. */
export const OrderDelivery = z
  .object({
    ...STEPS,
    leaves_at: z.string().nullable().meta({ description: 'When its run is to leave, in London.' }),
    stops_before: z.int().nullable().meta({ description: 'Once it is out: how many come before it.' }),
    carrier_number: z.string(),
    has_photo: z.boolean(),
    track_link: z.string().nullable().meta({ description: 'For the recipient; null once it is gone.' }),
  })
  .meta({ id: 'OrderDelivery' });
export type OrderDelivery = z.infer<typeof OrderDelivery>;

/** What the recipient sees: no price, no photo, no note, nothing of the buyer. */
export const Tracked = z
  .object({ ...STEPS, recipient: z.string() })
  .omit({ ordered_at: true })
  .meta({ id: 'Tracked' });
export type Tracked = z.infer<typeof Tracked>;

export const TokenParams = z.object({ token: line(60) });
