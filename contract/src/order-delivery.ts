import * as z from 'zod';
import { OrderStage } from './orders.ts';
import { HandoverOutcome } from './runs.ts';
import { line } from './text.ts';

// What buyer and recipient see of a delivery.

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
