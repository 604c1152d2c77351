import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { Id, PathId } from './ids.ts';
import { MAX_WHO_LENGTH } from './limits.ts';
import { daysIn, formatMonthDay } from './reminder-days.ts';
import { consentWords, LEAD_DAYS, REMINDER_OCCASIONS } from './reminder-words.ts';
import { anyText, line } from './text.ts';

/** The words come back in a letter: nobody shall send links through us. */
const HAS_LINK = /[/@\\]|[\p{L}\d]\.[\p{L}\d]{2}/u;

/** Aborts, because the checks of the whole form count with it. */
const wholeNumber = (most: number, error: string) =>
  z.int({ error, abort: true }).min(1, { error, abort: true }).max(most, { error, abort: true });

const FIELDS = {
  who: line(MAX_WHO_LENGTH)
    .refine((who) => !HAS_LINK.test(who), { error: 'Please give a name, without a link.' })
    .meta({ description: 'Whom the date is about, such as Nell.' }),
  occasion: z.enum(REMINDER_OCCASIONS, { error: 'This must be birthday, anniversary, memory or other.' }),
  month: wholeNumber(12, 'Please choose a month.'),
  day: wholeNumber(31, 'Please choose a day.'),
  every_year: z.boolean({ error: 'This must be true or false.' }),
  lead_days: z.literal(LEAD_DAYS, { error: `This must be one of ${LEAD_DAYS.join(', ')}.` }),
};

const CONSENT = anyText.max(500, 'This must be no more than 500 characters.').meta({
  description: 'The sentence beside the button that was pressed, word for word. It is stored with the time.',
});

type Form = { month: number; day: number; every_year: boolean; lead_days: (typeof LEAD_DAYS)[number]; consent: string };

const isInMonth = ({ month, day }: Form): boolean => day <= daysIn(month);
const NOT_IN_MONTH = {
  path: ['day'],
  error: ({ input }: { input?: unknown }) => {
    const { month } = input as Form;
    return `${formatMonthDay({ month, day: 1 }).slice(2)} has ${daysIn(month)} days at most.`;
  },
};
/** A page that was loaded before the words changed shows others than we would store. */
const isConsent = (form: Form): boolean => form.consent === consentWords(form);
const OTHER_WORDS = {
  path: ['consent'],
  error: 'The words beside the button have changed. Please load the page again.',
};

/** A date to remember. 29 February is the 28th in years without it. */
export const ReminderForm = z
  .object({ ...FIELDS, consent: CONSENT })
  .refine(isInMonth, NOT_IN_MONTH)
  .refine(isConsent, OTHER_WORDS)
  .meta({ id: 'ReminderForm' });
export type ReminderForm = z.infer<typeof ReminderForm>;

export const NewReminder = z
  .object({
    ...FIELDS,
    consent: CONSENT,
    after: DayInput.optional().meta({
      description: 'The first date is a later one: flowers for this one are ordered.',
    }),
  })
  .refine(isInMonth, NOT_IN_MONTH)
  .refine(isConsent, OTHER_WORDS)
  .meta({ id: 'NewReminder' });
export type NewReminder = z.infer<typeof NewReminder>;

export const Reminder = z
  .object({
    id: Id,
    who: z.string(),
    occasion: z.enum(REMINDER_OCCASIONS),
    month: z.int(),
    day: z.int(),
    every_year: z.boolean(),
    lead_days: z.literal(LEAD_DAYS),
    date: z.string().nullable().meta({ description: 'The next one it reminds of; null where there is none.' }),
    letter_on: z
      .string()
      .nullable()
      .meta({ description: 'The day of the next letter. One that is over: it comes as soon as it can.' }),
    stopped_at: z.string().nullable().meta({ description: 'When a link in a letter stopped it.' }),
    consent: z.string(),
    consented_at: z.string(),
  })
  .meta({ id: 'Reminder' });
export type Reminder = z.infer<typeof Reminder>;

export const ReminderList = Reminder.array();
export const ReminderParams = z.object({ id: PathId });

export const StopParams = z.object({ token: z.string().max(100) });
export const StopQuery = z.object({
  all: z
    .literal('true', { error: 'This must be true.' })
    .optional()
    .meta({ description: 'Stops every reminder of the same person.' }),
});
