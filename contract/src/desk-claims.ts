import * as z from 'zod';
import { Claim } from './claims.ts';
import { digits, Id, PathId } from './ids.ts';
import { MAX_PENCE } from './money.ts';
import { OrderStage } from './orders.ts';
import { Picture } from './pictures.ts';
import { line, paragraphs } from './text.ts';

// Claims as the desk sees them: the photo beside the bouquet, and what can be done.

export const MAX_ANSWER_LENGTH = 1_000;
export const MAX_REFUND_WORDS = 500;

/** A claim in the list. */
export const DeskClaim = Claim.extend({
  bouquets: z
    .array(z.object({ name: z.string(), picture: Picture.nullable() }))
    .meta({ description: 'What was ordered, as it was when it was agreed.' }),
  recipient: z.string(),
  district: z.string(),
  delivered_for: z.iso.date().meta({ description: 'The day of delivery.' }),
  why: z.string().nullable().meta({ description: 'Why it waits; null once it is answered.' }),
  by_itself: z.boolean().meta({ description: 'New flowers were sent without asking anybody.' }),
  refunded: z
    .number()
    .nullable()
    .meta({ description: 'What went back for it in pounds, or is on its way; null if nothing did.' }),
}).meta({ id: 'DeskClaim' });
export type DeskClaim = z.infer<typeof DeskClaim>;

export const ListClaims = z.object({
  status: z.enum(['open', 'answered']).default('open').meta({ description: '`answered` has the newest first.' }),
  before: PathId.optional().meta({ description: 'Of the answered: the id of the last one of the page before.' }),
  limit: digits.pipe(z.int().max(100)).default(20),
});
export type ListClaims = z.infer<typeof ListClaims>;

export const DeskClaims = z
  .object({ claims: DeskClaim.array(), waiting: z.int().meta({ description: 'How many wait for an answer.' }) })
  .meta({ id: 'DeskClaims' });
export type DeskClaims = z.infer<typeof DeskClaims>;

/** The number in the bar of the desk. */
export const ClaimsWaiting = z.object({ waiting: z.int() }).meta({ id: 'ClaimsWaiting' });
export type ClaimsWaiting = z.infer<typeof ClaimsWaiting>;

/** A claim with all that is needed to decide it. */
export const DeskClaimDetail = DeskClaim.extend({
  buyer: z.string(),
  note: z.string(),
  stage: OrderStage,
  outcome: z.enum(['handed over', 'neighbour', 'nobody in']).nullable(),
  has_delivery_photo: z.boolean(),
  photo_taken_at: z.iso.datetime().nullable(),
  answered_by: z.string().nullable(),
  replace_on: z.iso.date().meta({ description: 'When new flowers would come, if there is room.' }),
  refund: z
    .object({
      order: Id.meta({ description: 'The order that was paid for: of a replacement, the first one.' }),
      paid: z.number(),
      back: z.number().meta({ description: 'What has gone back or may still.' }),
      left: z.number(),
      most_here: z.number().meta({ description: 'What you may give back without an owner.' }),
      confirm_above: z.number().meta({ description: 'Above this an owner confirms with a passkey.' }),
    })
    .nullable()
    .meta({ description: 'Null if nothing was paid, or all has gone back.' }),
  before: Id.nullable().meta({ description: 'The claim before this one that waits.' }),
  after: Id.nullable(),
  waiting: z.int(),
}).meta({ id: 'DeskClaimDetail' });
export type DeskClaimDetail = z.infer<typeof DeskClaimDetail>;

export const ClaimParams = z.object({ claimId: PathId });

export const ShowClaimPhoto = z.object({
  enlarged: z.enum(['1']).optional().meta({ description: 'Somebody looks at it closely: written down.' }),
});

export const AnswerClaim = z.object({ words: paragraphs(MAX_ANSWER_LENGTH) }).meta({ id: 'AnswerClaim' });
export type AnswerClaim = z.infer<typeof AnswerClaim>;

export const ReplaceForClaim = z
  .object({ words: paragraphs(MAX_ANSWER_LENGTH).optional().meta({ description: 'In the letter, if there are any.' }) })
  .meta({ id: 'ReplaceForClaim' });
export type ReplaceForClaim = z.infer<typeof ReplaceForClaim>;

const HOW_MUCH = 'Say how much, in pounds.';

export const RefundForClaim = z
  .object({
    amount: z
      .number({ error: HOW_MUCH })
      .positive('A refund is of a penny or more.')
      .max(MAX_PENCE / 100, 'That is too much.')
      .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, 'Pounds and whole pence.'),
    words: line(MAX_REFUND_WORDS).meta({ description: 'Why: the buyer reads it.' }),
  })
  .meta({ id: 'RefundForClaim' });
export type RefundForClaim = z.infer<typeof RefundForClaim>;

export const RefundedForClaim = z
  .object({
    claim: DeskClaimDetail,
    outcome: z
      .enum(['done', 'waiting'])
      .meta({ description: '`waiting`: PayPal has not confirmed yet; we go on asking.' }),
  })
  .meta({ id: 'RefundedForClaim' });
export type RefundedForClaim = z.infer<typeof RefundedForClaim>;
