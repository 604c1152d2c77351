import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { DONE_BY } from './done-by.ts';
import { digits, Id, PathId } from './ids.ts';
import { optionalLine } from './text.ts';

// Who did what at the desk and when. It only grows.

export const ListHistory = z.object({
  person: PathId.optional().meta({ description: 'Only what this member of staff did.' }),
  order: PathId.optional().meta({ description: 'Only what was done to this order.' }),
  day: DayInput.optional().meta({ description: 'In London.' }),
  kind: optionalLine(100).optional().meta({ description: 'One of `kinds`.' }),
  before: z
    .string()
    .regex(/^\d{1,15}\.\d{1,10}$/, 'This is not the end of a page.')
    .optional()
    .meta({ description: '`next` of the page before.' }),
  limit: digits.pipe(z.int().max(200)).default(50),
});
export type ListHistory = z.infer<typeof ListHistory>;

/** The same choice, as a file: all of it. */
export const ExportHistory = ListHistory.omit({ before: true, limit: true });
export type ExportHistory = z.infer<typeof ExportHistory>;
export const ExportedHistory = z
  .object({ address: z.string().meta({ description: 'The file, for whoever asked.' }) })
  .meta({ id: 'ExportedHistory' });
export type ExportedHistory = z.infer<typeof ExportedHistory>;

export const HistoryEntry = z
  .object({
    key: z.string(),
    at: z.iso.datetime(),
    pressed_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'On a phone without network, before it was heard of.' }),
    ...DONE_BY,
    what: z.string(),
    order: Id.nullable(),
    customer: Id.nullable(),
    day: z.iso.date().nullable().meta({ description: 'The day of the calendar it was done to.' }),
    on: z.string().nullable().meta({ description: 'What else it was done to, as `Review 12` or `Rosy Parlour`.' }),
    page: z.string().nullable().meta({ description: 'Its page below `/desk`, as `claims/12`.' }),
    before: z.string().nullable(),
    after: z.string().nullable(),
    details: z.string(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.infer<typeof HistoryEntry>;

export const History = z
  .object({
    entries: HistoryEntry.array(),
    next: z.string().nullable(),
    people: z.array(z.object({ id: Id, name: z.string() })),
    kinds: z.string().array(),
  })
  .meta({ id: 'History', description: 'The newest first.' });
export type History = z.infer<typeof History>;
