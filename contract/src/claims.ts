import * as z from 'zod';
import { Id } from './ids.ts';
import { MAX_CLAIM_LENGTH } from './limits.ts';
import { paragraphs } from './text.ts';

/** The text that comes with the photo, in as many lines as it was written. */
export const ClaimText = paragraphs(MAX_CLAIM_LENGTH);

/** What a report would be answered with if it came now. */
export const ClaimPromise = z
  .object({
    promise: z.enum(['replaced', 'sold out', 'not left', 'look first', 'again', 'late']).meta({
      description:
        '`replaced`: the same flowers are sent again at once. Otherwise the florist looks first: something is `sold out`, nobody has said that the flowers have left (`not left`), they were a replacement (`again`), the day is over (`late`), or for another reason.',
    }),
  })
  .meta({ id: 'ClaimPromise' });
export type ClaimPromise = z.infer<typeof ClaimPromise>;

/** A report of damaged flowers, and its answer. */
export const Claim = z
  .object({
    id: Id,
    order: Id,
    text: z.string(),
    made_at: z.iso.datetime(),
    on_the_day: z.boolean().meta({ description: 'Reported on the day of delivery, as the promise says.' }),
    status: z.enum(['open', 'replaced', 'answered']).meta({
      description: '`open` waits for the florist; `replaced` has a new order; `answered` has words of the florist.',
    }),
    answer: z.string().nullable(),
    answered_at: z.iso.datetime().nullable(),
    replacement: z
      .object({ order: Id, delivery_date: z.iso.date() })
      .nullable()
      .meta({ description: 'The order that replaces it, at no charge.' }),
  })
  .meta({ id: 'Claim' });
export type Claim = z.infer<typeof Claim>;
