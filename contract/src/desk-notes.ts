import * as z from 'zod';
import { Id } from './ids.ts';
import { paragraphs } from './text.ts';

export const MAX_ORDER_NOTE_LENGTH = 1_000;

/** What staff write about an order for each other. */
export const OrderNote = z
  .object({ id: Id, who: z.string(), text: z.string(), at: z.iso.datetime() })
  .meta({ id: 'OrderNote' });
export type OrderNote = z.infer<typeof OrderNote>;
export const OrderNotes = OrderNote.array().meta({ description: 'The oldest first.' });

export const WriteOrderNote = z.object({ text: paragraphs(MAX_ORDER_NOTE_LENGTH) }).meta({ id: 'WriteOrderNote' });
export type WriteOrderNote = z.infer<typeof WriteOrderNote>;
