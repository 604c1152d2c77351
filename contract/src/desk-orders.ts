import * as z from 'zod';
import { Address, ChangeAddress } from './addresses.ts';
import { DayInput } from './day-input.ts';
import { Trouble } from './desk.ts';
import { OrderNote } from './desk-notes.ts';
import { DONE_BY } from './done-by.ts';
import { digits, Id, idOf, PathId } from './ids.ts';
import { MAX_ADDRESS_LINE_LENGTH } from './limits.ts';
import { MAX_PENCE } from './money.ts';
import { OrderStage, OrderSum, UpdateText } from './orders.ts';
import { Picture } from './pictures.ts';
import { Size } from './sizes.ts';
import { line, optionalLine } from './text.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

// Finding an order, all about one, and what can be changed of it.

export const MAX_ORDER_SEARCH = 100;
export const MAX_REASON_LENGTH = 500;

const moment = z.iso.datetime();

/** The chips above the list: a stage, or what is out of the ordinary. */
export const ORDER_FILTERS = [
  'to tie',
  'tied',
  'out',
  'delivered',
  'trouble',
  'refunded',
  'cancelled',
  'replacements',
] as const;
export const OrderFilter = z.enum(ORDER_FILTERS);
export type OrderFilter = z.infer<typeof OrderFilter>;

export const FindOrders = z.object({
  q: optionalLine(MAX_ORDER_SEARCH).default('').meta({
    description: 'Any part of number, name, postcode, phone, e-mail or street; several words must all be there.',
  }),
  show: OrderFilter.optional(),
  day: DayInput.optional().meta({ description: 'The day of delivery.' }),
  before: PathId.optional().meta({ description: 'Older than this order.' }),
  after: PathId.optional().meta({ description: 'Newer than this order: the page before.' }),
  limit: digits.pipe(z.int().min(1).max(50)).default(30),
});
export type FindOrders = z.infer<typeof FindOrders>;

/** An order in the list. */
export const FoundOrder = z
  .object({
    id: Id,
    stage: OrderStage,
    bouquets: z.string().meta({ description: 'As `Rosy Parlour, 2 × Pier Sorbet`.' }),
    picture: z.string().nullable().meta({ description: 'The address of a small picture.' }),
    recipient: z.string(),
    district: z.string(),
    buyer: z.string(),
    arrives_on: z.iso.date().nullable(),
    paid_at: moment.nullable(),
    paid: z.number(),
    flags: z.enum(['first order', 'replacement', 'swap', 'no card', 'refunded']).array(),
    troubles: Trouble.array(),
  })
  .meta({ id: 'FoundOrder' });
export type FoundOrder = z.infer<typeof FoundOrder>;

export const FoundOrders = z
  .object({
    orders: FoundOrder.array().meta({ description: 'The newest first.' }),
    older: z.boolean().meta({ description: 'There are older ones.' }),
    newer: z.boolean(),
    is_cut: z.boolean().meta({
      description: 'The search is too short or too common to look through every order: only the newest were looked at.',
    }),
    exact: Id.nullable().meta({ description: 'The order whose number was typed in full.' }),
  })
  .meta({ id: 'FoundOrders' });
export type FoundOrders = z.infer<typeof FoundOrders>;

/** The numbers on the chips. Up to 99: above it nobody counts. */
export const OrderCounts = z
  .object({ to_tie: z.int(), out: z.int(), trouble: z.int() })
  .meta({ id: 'OrderCounts', description: '100 stands for 100 or more.' });
export type OrderCounts = z.infer<typeof OrderCounts>;

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

const seen = z.int().min(0).meta({ description: '`last_event` of the page on which it was pressed.' });

/** What changes; whatever is left out stays. */
export const ChangeOrder = ChangeAddress.omit({ country: true, address_type: true })
  .extend({
    seen,
    delivery_date: DayInput.optional(),
    apartment_address: optionalLine(MAX_ADDRESS_LINE_LENGTH).optional(),
    text: UpdateText.shape.text.optional().meta({ description: 'The card.' }),
    tell: z.boolean().default(true).meta({ description: 'Whether the buyer gets a letter.' }),
  })
  .meta({ id: 'ChangeOrder' });
export type ChangeOrder = z.infer<typeof ChangeOrder>;

export const ChangedOrder = z
  .object({
    changed: z.enum(['day', 'address', 'card', 'wishes']).array().meta({ description: 'Empty if all was so already.' }),
    order: DeskOrder,
  })
  .meta({ id: 'ChangedOrder' });
export type ChangedOrder = z.infer<typeof ChangedOrder>;

const words = line(MAX_REASON_LENGTH).meta({ description: 'Why: the buyer reads it.' });
const left = z.number().min(0).meta({
  description: 'What could still go back when it was pressed: a press that comes twice gives nothing more.',
});

export const RefundOrder = z
  .discriminatedUnion(
    'what',
    [
      z.object({ what: z.literal('all'), words, left }),
      z.object({
        what: z.literal('parts'),
        parts: z.string().max(40).array().min(1, 'Choose what goes back.').max(100),
        words,
        left,
      }),
      z.object({
        what: z.literal('sum'),
        amount: z
          .number({ error: 'Say how much, in pounds.' })
          .positive('A refund is of a penny or more.')
          .max(MAX_PENCE / 100, 'That is too much.')
          .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, 'Pounds and whole pence.'),
        words,
        left,
      }),
    ],
    { error: 'Choose all, a part, or a sum.' },
  )
  .meta({ id: 'RefundOrder' });
export type RefundOrder = z.infer<typeof RefundOrder>;

export const CancelOrder = z.object({ words, left }).meta({ id: 'CancelOrder' });
export type CancelOrder = z.infer<typeof CancelOrder>;

export const DeclineCancel = z.object({ words }).meta({ id: 'DeclineCancel' });
export type DeclineCancel = z.infer<typeof DeclineCancel>;

export const RefundedOrder = z
  .object({
    order: DeskOrder,
    amount: z.number(),
    outcome: z.enum(['done', 'waiting', 'failed', 'none']).meta({
      description:
        '`waiting`: PayPal has not confirmed yet; we go on asking. `failed`: it is cancelled, and PayPal refused. `none`: nothing was left.',
    }),
  })
  .meta({ id: 'RefundedOrder' });
export type RefundedOrder = z.infer<typeof RefundedOrder>;

export const ReplaceOrder = z.object({ delivery_date: DayInput }).meta({ id: 'ReplaceOrder' });
export type ReplaceOrder = z.infer<typeof ReplaceOrder>;

export const ReplacedOrder = z.object({ replacement: Id, order: DeskOrder }).meta({ id: 'ReplacedOrder' });

export const MOST_MOVED = 200;
/** Another day for several orders. */
export const MoveOrders = z
  .object({
    orders: idOf('an order').array().min(1, 'Choose an order first.').max(MOST_MOVED, 'That is too many at once.'),
    delivery_date: DayInput,
  })
  .meta({ id: 'MoveOrders' });
export type MoveOrders = z.infer<typeof MoveOrders>;

export const MovedOrders = z
  .array(z.object({ order: Id, done: z.boolean(), words: z.string().nullable() }))
  .meta({ id: 'MovedOrders', description: 'Each that can be moved is; of the others it is said why not.' });
export type MovedOrders = z.infer<typeof MovedOrders>;

export const LetterParams = z.object({ orderId: PathId, letterId: z.uuid() });

export const DeskLetterText = z
  .object({ letter: DeskLetter, subject: z.string(), text: z.string() })
  .meta({ id: 'DeskLetterText' });
export type DeskLetterText = z.infer<typeof DeskLetterText>;
