import * as z from 'zod';
import { Id, idOf, PathId } from './ids.ts';
import { line } from './text.ts';

// A flower that goes in for one that is missing: what the bench makes of it, and what its buyer is asked.

export const SWAP_STATES = ['made', 'asked', 'fine', 'call'] as const;
export const Swap = z
  .object({
    id: Id,
    item: Id,
    flower: z.string(),
    count: z.int(),
    instead: z.string(),
    instead_count: z.int(),
    state: z.enum(SWAP_STATES),
    made_at: z.iso.datetime(),
    by: z.string().nullable(),
  })
  .meta({ id: 'Swap' });
export type Swap = z.infer<typeof Swap>;

/** In base64. Pages draw a photo smaller before they send it. */
export const MAX_SWAP_PHOTO = 6 * 1024 * 1024;

/** How many of a flower. */
export const stems = z
  .int({ error: 'How many stems? A whole number.' })
  .min(1, 'At least one.')
  .max(200, '200 at most.');

export const MakeSwap = z
  .object({
    item: idOf('a line'),
    flower: line(100),
    count: stems,
    instead: line(100),
    instead_count: stems.optional().meta({ description: 'As many as are missing, if it is not given.' }),
    ask: z.boolean().default(false).meta({ description: 'Ask the buyer first, by letter: the ticket waits.' }),
    tell: z.boolean().default(true).meta({ description: 'Tell the buyer by letter what was swapped.' }),
    photo: z
      .string()
      .refine((sent) => sent.length <= MAX_SWAP_PHOTO, 'This photo is too large.')
      .optional()
      .meta({ description: 'What would go in, for the letter that asks: JPEG, PNG or WebP in base64.' }),
  })
  .meta({ id: 'MakeSwap' });
export type MakeSwap = z.infer<typeof MakeSwap>;

/** A flower to use instead of one that is missing. */
export const FlowerLike = z
  .object({
    name: z.string(),
    like: z.enum(['same flower', 'same colour']),
    near: z.boolean().meta({ description: 'So near that it may be chosen in advance: the open flower for its bud.' }),
  })
  .meta({ id: 'FlowerLike' });
export type FlowerLike = z.infer<typeof FlowerLike>;
export const ListFlowersLike = z.object({ flower: line(100) });

export const SwapParams = z.object({ swapId: PathId });

/** A swap as its buyer sees it, by the key in the letter. */
export const SwapQuestion = z
  .object({
    order: Id,
    bouquet: z.string(),
    flower: z.string(),
    count: z.int(),
    instead: z.string(),
    instead_count: z.int(),
    arrives_on: z.iso.date(),
    state: z.enum(SWAP_STATES),
    has_photo: z.boolean(),
    can_answer: z.boolean().meta({ description: 'It has not been tied or decided meanwhile.' }),
  })
  .meta({ id: 'SwapQuestion' });
export type SwapQuestion = z.infer<typeof SwapQuestion>;
export const SwapKey = z.object({ key: z.string().max(100) });
export const AnswerSwap = z
  .object({ answer: z.enum(['fine', 'call'], { error: 'Please choose one of the two.' }) })
  .meta({ id: 'AnswerSwap' });
export type AnswerSwap = z.infer<typeof AnswerSwap>;
