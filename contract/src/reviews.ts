import * as z from 'zod';
import { digits, Id, PathId } from './ids.ts';
import { MAX_REVIEW_LENGTH } from './limits.ts';
import { optionalParagraphs } from './text.ts';

const NOT_A_RATING = 'Choose from 1 to 5 stars.';

export const WriteReview = z
  .object({
    rating: z.int({ error: NOT_A_RATING, abort: true }).min(1, NOT_A_RATING).max(5, NOT_A_RATING),
    text: optionalParagraphs(MAX_REVIEW_LENGTH)
      .default('')
      .meta({ description: 'May be left out: stars alone are a review.' }),
  })
  .meta({ id: 'WriteReview' });
export type WriteReview = z.infer<typeof WriteReview>;

export const Review = z
  .object({
    id: Id,
    author: z.string().meta({ description: 'First name and the first letter of the last.' }),
    rating: z.int().min(1).max(5),
    text: z.string().meta({ description: 'Plain text, with line breaks; empty where there are stars alone.' }),
    written_at: z.iso.datetime(),
    edited_at: z.iso.datetime().nullable(),
    verified_purchase: z.literal(true).meta({ description: 'Only people who received the bouquet can review it.' }),
    answer: z
      .object({ text: z.string(), answered_at: z.iso.datetime() })
      .optional()
      .meta({ description: "The shop's words under it, where there are any." }),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof Review>;

/** What a review may be hidden for. A bad opinion is none of them. */
export const HIDING_REASONS = ['Someone’s private details', 'Abuse', 'Not about the flowers', 'Advertising'] as const;

export const ReviewList = Review.array().meta({ description: 'What buyers say of one bouquet, the newest first.' });

export const MAX_REVIEW_LIMIT = 50;
export const ListReviews = z.object({
  limit: digits.pipe(z.int().max(MAX_REVIEW_LIMIT)).default(10),
  before: PathId.optional().meta({ description: 'Id of the last review of the page before.' }),
});
export type ListReviews = z.infer<typeof ListReviews>;

/** Whether one may review a bouquet, and one's review. */
export const OwnReview = z
  .object({
    can_review: z.enum(['yes', 'not_received', 'not_confirmed']).meta({
      description: 'A bouquet is reviewed by someone who received it and whose email address is confirmed.',
    }),
    review: Review.extend({
      hidden: z.boolean().meta({ description: 'Taken down by the shop.' }),
      hidden_for: z.enum(HIDING_REASONS).optional().meta({ description: 'Why, where the shop named a reason.' }),
    })
      .meta({ id: 'ReviewOfMine' })
      .nullable(),
  })
  .meta({ id: 'OwnReview' });
export type OwnReview = z.infer<typeof OwnReview>;

export const ReviewParams = z.object({ productId: PathId });
