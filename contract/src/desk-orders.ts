import * as z from 'zod';
import { Address } from './addresses.ts';
import { Trouble } from './desk.ts';
import { OrderNote } from './desk-notes.ts';
import { DONE_BY } from './done-by.ts';
import { Id, PathId } from './ids.ts';
import { OrderStage, OrderSum } from './orders.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

// All about one order.

const moment = z.iso.datetime();

export const REFUND_STATES = ['asked', 'unclear', 'done', 'failed'] as const;

const DeskRefund = z
  .object({
    id: z.uuid(),
    amount: z.number(),
    state: z.enum(REFUND_STATES),
    reason: z.string(),
    ...DONE_BY,
    at: moment,
    paypal_id: z.string().nullable(),
    issue: z.string().nullable().meta({ description: 'Why it failed, or what is unclear.' }),
  })
  .meta({ id: 'DeskRefund' });

const DeskPayment = z
  .object({
    state: z.string().meta({ description: 'As the shop knows it: captured, pending, unknown…' }),
    amount: z.number(),
    invoice: z.string(),
    capture_id: z.string().nullable(),
    issue: z.string().nullable(),
    changed_at: moment,
  })
  .meta({ id: 'DeskPayment' });

const DeskMoney = z
  .object({
    sums: OrderSum.array(),
    paid: z.number(),
    vat: z.number().nullable().meta({ description: 'VAT in what was paid; null if the shop had no VAT number then.' }),
    fee: z.number().nullable().meta({ description: 'What PayPal kept, as far as it has said.' }),
    payments: DeskPayment.array().meta({ description: 'Every try to pay, the newest first.' }),
    refunds: DeskRefund.array().meta({ description: 'The first first.' }),
    back: z.number().meta({ description: 'What has gone back for certain.' }),
    on_its_way: z.number().meta({ description: 'What PayPal has not confirmed yet.' }),
    left: z.number().meta({ description: 'What can still go back.' }),
    most_here: z.number().meta({ description: 'What you may give back.' }),
    confirm_above: z.number().meta({ description: 'Above this an owner confirms with a passkey.' }),
    parts: z
      .array(z.object({ key: z.string(), label: z.string(), amount: z.number() }))
      .meta({ description: 'What was paid, part by part: a discount is taken off what it was given for.' }),
  })
  .meta({ id: 'DeskMoney' });
export type DeskMoney = z.infer<typeof DeskMoney>;

const DeskEvent = z
  .object({
    id: Id,
    at: moment,
    ...DONE_BY,
    what: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    pressed_at: moment.nullable(),
  })
  .meta({ id: 'DeskEvent' });
export type DeskEvent = z.infer<typeof DeskEvent>;

const DeskLetter = z
  .object({
    id: z.uuid(),
    kind: z.string(),
    to: z.string().nullable().meta({ description: 'Null where only the fact is stored.' }),
    written_at: moment,
    sent_at: moment.nullable(),
    problem: z.string().nullable().meta({ description: 'Why it has not been sent yet.' }),
    given_up: z.boolean(),
    can_send_again: z.boolean(),
  })
  .meta({ id: 'DeskLetter' });
export type DeskLetter = z.infer<typeof DeskLetter>;

const DeskOrderLine = z
  .object({
    id: Id,
    name: z.string(),
    size: Size,
    quantity: z.int(),
    price: z.number(),
    picture: Picture.nullable(),
    stems: z.int().meta({ description: 'In one bouquet.' }),
    extras: z.array(z.object({ name: z.string(), price: z.number() })),
  })
  .meta({ id: 'DeskOrderLine' });

export const DeskOrder = z
  .object({
    id: Id,
    stage: OrderStage,
    buyer: z
      .object({
        id: Id.nullable().meta({ description: 'Null once the account is gone.' }),
        name: z.string(),
        email: z.string().nullable(),
        is_confirmed: z.boolean(),
        orders: z.int().meta({ description: 'How many this person has paid for; 100 stands for 100 or more.' }),
      })
      .meta({ description: 'Empty once the buyer has left.' }),
    recipient: z.string(),
    district: z.string(),
    address: Address.omit({ id: true }).nullable(),
    arrives_on: z.iso.date().nullable(),
    leaves_on: z.iso.date().nullable(),
    by_carrier: z.boolean(),
    carrier_number: z.string().nullable(),
    run: z.object({ number: z.int(), day: z.iso.date(), stop: z.int(), leaves_at: z.string() }).nullable(),
    driver_note: z.string(),
    nobody_in: z.enum(NOBODY_IN_CHOICES).nullable(),
    swap_choice: z.enum(SWAP_CHOICES),
    note: z.string().meta({ description: 'The card, exactly as printed.' }),
    lines: DeskOrderLine.array(),
    replaces: Id.nullable(),
    replaced_by: Id.nullable(),
    claim: z.object({ id: Id, is_open: z.boolean() }).nullable(),
    paid_at: moment.nullable(),
    dispatched_at: moment.nullable(),
    delivered_at: moment.nullable(),
    outcome: z.enum(['handed over', 'neighbour', 'nobody in']).nullable(),
    troubles: Trouble.array(),
    money: DeskMoney,
    events: DeskEvent.array().meta({ description: 'The newest first.' }),
    last_event: z.int().meta({ description: 'Sent with a change: whoever changed the order since is named.' }),
    letters: DeskLetter.array(),
    notes: OrderNote.array(),
    cancel_request: z
      .object({ at: moment, because: z.string(), answered: z.boolean(), declined: z.string().nullable() })
      .nullable()
      .meta({ description: 'Its buyer asked to cancel it, and the shop looks first.' }),
    may: z.object({
      change: z.string().nullable().meta({ description: 'Why address and day cannot change; null if they can.' }),
      card: z.string().nullable(),
      cancel: z.string().nullable().meta({ description: 'Also that only an owner gives so much back.' }),
      replace: z.string().nullable(),
    }),
    days: z
      .array(z.object({ day: z.iso.date(), closed: z.string().nullable(), is_full: z.boolean() }))
      .meta({ description: 'The days ahead, for choosing another.' }),
  })
  .meta({ id: 'DeskOrder' });
export type DeskOrder = z.infer<typeof DeskOrder>;

export const LetterParams = z.object({ orderId: PathId, letterId: z.uuid() });

export const DeskLetterText = z
  .object({ letter: DeskLetter, subject: z.string(), text: z.string() })
  .meta({ id: 'DeskLetterText' });
export type DeskLetterText = z.infer<typeof DeskLetterText>;
