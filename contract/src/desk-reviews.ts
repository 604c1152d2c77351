import * as z from 'zod';
import { digits, Id, PathId } from './ids.ts';
import { Picture } from './pictures.ts';
import { HIDING_REASONS, Review } from './reviews.ts';
import { paragraphs } from './text.ts';

// Reviews as the desk sees them: hidden ones too, and what was answered.

export const MAX_REVIEW_ANSWER_LENGTH = 600;

export const DeskReview = Review.omit({ verified_purchase: true, answer: true })
  .extend({
    product: z.object({ id: Id, name: z.string(), picture: Picture.nullable() }),
    order: Id.nullable().meta({ description: 'The last order of the writer with this bouquet.' }),
    hidden: z.object({ at: z.iso.datetime(), reason: z.string().nullable(), by: z.string().nullable() }).nullable(),
    answer: z.object({ text: z.string(), at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
  })
  .meta({ id: 'DeskReview' });
export type DeskReview = z.infer<typeof DeskReview>;

export const REVIEW_LISTS = ['unanswered', 'answered', 'hidden', 'all'] as const;
export const ListDeskReviews = z.object({
  show: z.enum(REVIEW_LISTS).default('unanswered'),
  before: PathId.optional().meta({ description: 'Id of the last review of the page before.' }),
  limit: digits.pipe(z.int().max(100)).default(20),
});
export type ListDeskReviews = z.infer<typeof ListDeskReviews>;

export const DeskReviews = DeskReview.array().meta({ description: 'The newest first.' });

export const ReviewIdParams = z.object({ reviewId: PathId });

const seen = z.iso
  .datetime()
  .nullable()
  .meta({ description: 'When the answer that the page showed was given; null if it showed none.' });

export const AnswerReview = z
  .object({ words: paragraphs(MAX_REVIEW_ANSWER_LENGTH), seen })
  .meta({ id: 'AnswerReview' });
export type AnswerReview = z.infer<typeof AnswerReview>;

export const HideReview = z
  .object({ reason: z.enum(HIDING_REASONS, { error: 'Choose one of the reasons.' }) })
  .meta({ id: 'HideReview' });
export type HideReview = z.infer<typeof HideReview>;
