import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Id, idOf, PathId } from './ids.ts';
import { OrderStage } from './orders.ts';
import { anyText, optionalLine } from './text.ts';

/** How a try to hand an order over can end. `taken_by` says more: who took it, which neighbour, where it was left. */
export const HANDOVER_OUTCOMES = ['handed over', 'neighbour', 'nobody in'] as const;
export const HandoverOutcome = z.enum(HANDOVER_OUTCOMES);
export type HandoverOutcome = z.infer<typeof HandoverOutcome>;

/** What becomes of flowers that nobody took in. */
export const NextTry = z.enum(['again today', 'another day']);
export type NextTry = z.infer<typeof NextTry>;

export const MAX_CARRIER_NUMBER_LENGTH = 40;
export const MAX_RUN_NUMBER = 99;
const MOST_AT_ONCE = 500;

export const notToSend = z
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
