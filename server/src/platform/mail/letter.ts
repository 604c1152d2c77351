import * as z from 'zod';
import { ORDER_STAGES, OrderStage } from '#contract/orders.ts';
import { REMINDER_OCCASIONS } from '#contract/reminder-words.ts';
import { ROLES } from '#contract/roles.ts';
import { HandoverInLetter, OrderInLetter, PictureInLetter, ReplacementInLetter } from './order-in-letter.ts';

const letter = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), to: z.string(), firstName: z.string(), ...shape });

const link = z.string();
/** Beside the link to the order; letters of an earlier version have neither. */
const links = {
  /** To change or cancel it: none where its flowers were tied. */
  changeLink: link.nullish(),
  /** For the recipient. */
  trackLink: link.nullish(),
};
/** A flower that is missing, and what goes in instead. */
const swap = {
  orderId: z.number(),
  bouquet: z.string(),
  flower: z.string(),
  count: z.number(),
  instead: z.string(),
  insteadCount: z.number(),
  day: z.string(),
};
/** What of an order can change after it was paid for. */
const CHANGED = ['day', 'address', 'card', 'wishes'] as const;
const order = OrderInLetter;
const orderId = z.number();
const amount = z.number();
/** Of a day that the shop had to choose: there is no room on it, or not every bouquet can be had. */
const lacks = z.enum(['room', 'bouquets']).nullish();
const replacement = ReplacementInLetter.nullable();
/** What a letter of trouble is found by in the log: the id of a request or of a job. */
const trouble = { logId: z.string().optional() };

/**
 * Every letter the shop writes, and what it needs to know. A field added later has a default: older letters may be
 * waiting.
 */
export const Letter = z.discriminatedUnion('kind', [
  letter('confirm-email', { link }),
  letter('confirm-new-email', { link }),
  letter('email-change-asked', {
    /** What the change was proven by: the password, or, without one, a code sent to the old address. */
    hasPassword: z.boolean().optional(),
  }),
  letter('reset-password', { link }),
  letter('password-changed', {}),
  letter('login-code', {
    code: z.string(),
    /** None where somebody signed in is asked for it. */
    link: link.nullable(),
  }),
  letter('password-removed', {}),
  letter('account-deleted', {
    /** Nobody is left to be asked: whether the address had been confirmed. */
    wasConfirmed: z.boolean().optional(),
  }),
  letter('order-confirmed', {
    order,
    link,
    ...links,
    /** The day that was paid for, where another had to be found. */
    insteadOf: z.string().nullish(),
    /** What was paid for that day and is refunded. */
    goesBack: amount.optional(),
    lacks,
  }),
  letter('money-returned', {
    amount,
    isPaidFor: z.boolean().default(false),
    /** What the number of the payment stands for; letters of an earlier version know whether it was paid for. */
    now: z.enum([...ORDER_STAGES, 'cart', 'none']).optional(),
    isAtPaypal: z.boolean().default(false),
  }),
  // The stored name of the letter about an unknown capture.
  letter('stray-money', {
    invoice: z.string(),
    captureId: z.string(),
    amount,
    takenOn: z.string(),
    ...trouble,
    /** In letters of an earlier version, which refunded money by itself and wrote the day of the backup. */
    wentBack: z.boolean().optional(),
  }),
  letter('money-left', {
    ...trouble,
    orderId,
    as: z.enum(['refunded', 'reversed']),
    amount: amount.nullable(),
    day: z.string(),
    stage: OrderStage.default('to tie'),
    /** What is left of the order's money. */
    left: amount.default(0),
  }),
  letter('order-to-tie', {
    order,
    buyer: z.string(),
    /** Without a claim somebody at the desk decided it. */
    replaces: z.object({ order: z.number(), claim: z.number().nullable() }).optional(),
    lacks,
  }),
  letter('order-refunded', {
    orderId,
    amount,
    paid: amount,
    left: amount,
    link,
    /** Null where it was made at PayPal: nobody said why. */
    reason: z.string().nullable(),
    isCancelled: z.boolean().default(false),
  }),
  letter('order-cancelled', { order, amount, reason: z.string().nullable(), link }),
  letter('payment-refused', { amount, link }),
  letter('refund-failed', {
    ...trouble,
    orderId,
    amount,
    issue: z.string(),
    isCancelled: z.boolean(),
    /** What can be asked for again. */
    left: amount.optional(),
  }),
  letter('order-dispatched', {
    order,
    link,
    trackLink: links.trackLink,
    carrierNumber: z.string().nullish(),
  }),
  letter('order-delivered', { order, onItsDay: z.boolean(), handover: HandoverInLetter.nullish(), link }),
  letter('order-changed', {
    order,
    /** What is different now, each with what it was before. */
    changed: z.array(z.object({ what: z.enum(CHANGED), before: z.array(z.string()) })),
    /** On the order's page, not at the desk. */
    byBuyer: z.boolean().optional(),
    link,
    changeLink: links.changeLink,
  }),
  letter('order-changed-by-buyer', {
    order,
    buyer: z.string(),
    changed: z.array(z.enum([...CHANGED, 'cancelled', 'to cancel'])),
  }),
  letter('cancel-declined', {
    order,
    reason: z.string(),
    isToCome: z.boolean().default(true),
    link,
    changeLink: links.changeLink,
  }),
  letter('order-replaced', { orderId, replacement: ReplacementInLetter, link, changeLink: links.changeLink }),
  letter('order-not-delivered', {
    order,
    nextTry: z.enum(['again today', 'another day']),
    /** They are not sent again: others replace them, or a report of damage waits for an answer. */
    instead: z.object({ replacement: ReplacementInLetter.nullable() }).nullish(),
    link,
  }),
  letter('review-invited', { order, arrivedOn: z.string().nullable().default(null), link }),
  letter('review-hidden', { bouquet: z.string(), reason: z.string(), link }),
  letter('claim-taken', { orderId, onTheDay: z.boolean(), replacement, link }),
  letter('claim-to-answer', { claim: z.number(), order, words: z.string(), why: z.string() }),
  letter('claim-answered', { orderId, words: z.string().nullable(), replacement, link }),
  letter('desk-invitation', { roles: z.array(z.enum(ROLES)), invitedBy: z.string().nullable(), link }),
  letter('desk-link', { link }),
  letter('desk-access', {
    what: z.enum(['passkey added', 'passkey removed', 'recovery codes made', 'recovery code used']),
    link,
  }),
  letter('swap-asked', { ...swap, photoPath: z.string().nullable(), link }),
  letter('swap-made', swap),
  letter('date-reminder', {
    who: z.string(),
    occasion: z.enum(REMINDER_OCCASIONS),
    everyYear: z.boolean(),
    date: z.string(),
    /** The day on which the flowers would come: the date, or one before it. */
    arrivesOn: z.string(),
    orderBy: z.object({ time: z.string(), day: z.string() }),
    /** Where that day is too far ahead to be chosen yet. */
    orderFrom: z.string().nullable(),
    bouquets: z.array(
      z.object({ name: z.string(), price: amount, delivered: amount, link, picture: PictureInLetter.nullable() }),
    ),
    link,
    accountLink: link,
    stopLink: link,
  }),
]);
export type Letter = z.infer<typeof Letter>;

export type LetterKind = Letter['kind'];

/** What tells the shop of trouble. */
const TROUBLES = ['stray-money', 'money-left', 'refund-failed'] as const satisfies readonly LetterKind[];
export const isTrouble = (told: Letter): told is LetterOf<(typeof TROUBLES)[number]> =>
  (TROUBLES as readonly LetterKind[]).includes(told.kind);

/** The order that a letter tells of, if it tells of one. */
export const orderOf = (told: Letter): number | null =>
  'orderId' in told ? told.orderId : 'order' in told ? told.order.id : null;

export type LetterOf<Kind extends LetterKind> = Extract<Letter, { kind: Kind }>;
