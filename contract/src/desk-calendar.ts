import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { MAX_PENCE, toPence } from './money.ts';
import { isDistrictName } from './postcode.ts';
import { optionalLine } from './text.ts';

// The calendar and the settings of delivery, as the owner reads and changes them. The command line checks by the same schemas.

export const WEEKDAY_KEYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export const MAX_CLOSED_WORDS = 120;
export const MAX_SHOP_LINE = 120;
export const MOST_ORDERS_A_DAY = 100_000;
const MOST_DAYS_AHEAD = 365;
const MOST_DISTRICTS = 3_000;

/** Of a day that is closed without a reason. */
export const SAY_WHY = `Say why in one line of at most ${MAX_CLOSED_WORDS} characters: customers read it.`;
export const OPEN_ALONE =
  'We do not deliver on this day of the week. Say how many orders this one takes, and it is open.';
export const WORDS_ALONE = 'These words say why a day is closed: close it with them.';
const SAY_WHETHER = 'Say whether there are deliveries.';
const SAY_TIME = 'A time is written as 12:00, from 00:00 to 23:59.';
const SAY_POUNDS = 'An amount is written in pounds, as 3.00, and not below 0.';
const SAY_DISTRICTS = 'Districts are written as E8,E9,N1: what stands before the space of a postcode.';

const whole = (least: number, most: number) => {
  const error = `A whole number from ${least} to ${most} is needed here.`;
  return z.int({ error, abort: true }).min(least, { error }).max(most, { error });
};

/** The time in London, on the day before, until which a day can be ordered. */
export const CutOff = z.string({ error: SAY_TIME }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: SAY_TIME });
export const OrdersADay = whole(0, MOST_ORDERS_A_DAY);
export const DaysAhead = whole(1, MOST_DAYS_AHEAD);

/** Pounds that are asked for or given back, in whole pence. */
export const Charge = z
  .number({ error: SAY_POUNDS })
  .refine((pounds) => pounds >= 0 && toPence(pounds) < MAX_PENCE && toPence(pounds) / 100 === pounds, {
    error: SAY_POUNDS,
  });

/** Districts as they begin a postcode, `E8` or `EC1V`: in order, each once. */
export const VanDistricts = z
  .array(z.string({ error: SAY_DISTRICTS }), { error: SAY_DISTRICTS })
  .min(1, { error: SAY_DISTRICTS, abort: true })
  .max(MOST_DISTRICTS, { error: SAY_DISTRICTS, abort: true })
  .transform((districts) => [...new Set(districts.map((district) => district.toUpperCase()))].toSorted())
  .refine((districts) => districts.every(isDistrictName), {
    error: SAY_DISTRICTS,
  });

const USUAL = 'Null: as on every day.';
const holds = OrdersADay.nullable().meta({ description: `How many orders it takes. ${USUAL}` });
const cut_off = CutOff.nullable().meta({ description: `The time on the day before. ${USUAL}` });

/** A day as the page showed it: what somebody else changed since is not replaced. */
const SeenDay = z
  .object({
    open: z.boolean(),
    words: z.string().nullable(),
    holds: z.int().nullable(),
    cut_off: z.string().nullable(),
    surcharge: z.number(),
    line: z.string().nullable(),
  })
  .partial();

/** What differs on one day; what is not named stays as it is. */
export const ChangeDay = z
  .object({
    seen: SeenDay.meta({
      description:
        'What was there before, as it is set for the day alone. A change of what is not so any more is refused.',
    }),
    open: z.boolean({ error: SAY_WHETHER }),
    words: optionalLine(MAX_CLOSED_WORDS).meta({
      description: 'Why it is closed, for customers to read. A bank holiday may have none: it is closed by its name.',
    }),
    holds,
    cut_off,
    surcharge: Charge.nullable(),
    line: optionalLine(MAX_SHOP_LINE)
      .nullable()
      .meta({ description: 'What the shop says of the day while it can be chosen. Null or empty: nothing.' }),
  })
  .partial()
  .meta({ id: 'ChangeDay' });
export type ChangeDay = z.infer<typeof ChangeDay>;

const ChangeWeekday = z
  .object({
    open: z
      .boolean({ error: SAY_WHETHER })
      .meta({ description: 'Without deliveries it takes no orders. Opened again, it takes as many as every day.' }),
    holds,
    cut_off,
  })
  .partial()
  .refine(({ open, holds: most }) => open !== false || !most, {
    error: 'A day without deliveries takes no orders: leave out how many.',
  });
export type ChangeWeekday = z.infer<typeof ChangeWeekday>;

export const ChangeWeek = z
  .object({
    sun: ChangeWeekday,
    mon: ChangeWeekday,
    tue: ChangeWeekday,
    wed: ChangeWeekday,
    thu: ChangeWeekday,
    fri: ChangeWeekday,
    sat: ChangeWeekday,
  })
  .partial()
  .meta({ id: 'ChangeWeek', description: 'What differs on days of the week.' });
export type ChangeWeek = z.infer<typeof ChangeWeek>;

const MOST_DAYS_AT_ONCE = 366;
const DAY_MS = 86_400_000;
type Range = { from: string; to: string };

/** Both days are part of it. */
const range = { from: DayInput, to: DayInput };
const isForward = ({ from, to }: Range) => from <= to;
const BACKWARD = { error: 'The last day is before the first.', path: ['to'] };
const isShort = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / DAY_MS < MOST_DAYS_AT_ONCE;
const TOO_LONG = { error: 'That is more than a year at once.', path: ['to'] };

export const ShowDays = z.object(range).refine(isForward, BACKWARD).refine(isShort, TOO_LONG);

/** A range of days, closed or opened in one go. */
export const ChangeDays = z
  .object({
    ...range,
    open: z.boolean({ error: SAY_WHETHER }),
    words: optionalLine(MAX_CLOSED_WORDS)
      .optional()
      .meta({ description: 'Why they are closed, for customers to read. A bank holiday keeps its name.' }),
  })
  .refine(isForward, BACKWARD)
  .refine(isShort, TOO_LONG)
  .refine(({ open, words }) => open || words, { error: SAY_WHY, path: ['words'] })
  .refine(({ open, words }) => !open || !words, { error: WORDS_ALONE, path: ['words'] })
  .meta({ id: 'ChangeDays' });
export type ChangeDays = z.infer<typeof ChangeDays>;

export const ShowCalendar = z.object({
  month: z
    .string()
    .regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, { error: 'A month is written as 2026-11.' })
    .optional()
    .meta({ description: 'This month if there is none.' }),
});

export const CalendarDayParams = z.object({ day: DayInput });

const Own = z
  .object({ holds: z.int().nullable(), cut_off: z.string().nullable() })
  .meta({ description: 'What is set for it alone; null where it is as on other days.' });

export const CalendarDay = z
  .object({
    day: z.iso.date(),
    open: z.boolean().meta({ description: 'There are deliveries, whether it is full or not.' }),
    words: z.string().nullable().meta({ description: 'Why it is closed, as customers read it.' }),
    holiday: z.string().nullable().meta({ description: 'The bank holiday on it.' }),
    booked: z.int(),
    holds: z.int().nullable().meta({ description: 'Null: no limit.' }),
    cut_off: z.string(),
    surcharge: z.number(),
    line: z.string().nullable().meta({ description: 'What the shop says of it while it can be chosen.' }),
    own: Own.extend({ words: z.string().nullable() }),
    can_change: z.boolean().meta({ description: 'It is ahead of us.' }),
  })
  .meta({ id: 'CalendarDay' });
export type CalendarDay = z.infer<typeof CalendarDay>;

export const CalendarWeekday = z.object({
  key: z.enum(WEEKDAY_KEYS),
  holds: z.int().nullable(),
  cut_off: z.string(),
  own: Own,
});
export type CalendarWeekday = z.infer<typeof CalendarWeekday>;

export const DeskCalendar = z
  .object({
    today: z.iso.date(),
    month: z.string(),
    days: CalendarDay.array(),
    week: CalendarWeekday.array().meta({ description: 'From Monday.' }),
    holds: z.int().nullable().meta({ description: 'Of every day.' }),
    cut_off: z.string().meta({ description: 'Of every day.' }),
    paused: z.boolean().meta({ description: 'No day that customers can choose now is open.' }),
  })
  .meta({ id: 'DeskCalendar' });
export type DeskCalendar = z.infer<typeof DeskCalendar>;

/** What holds for every day. Null is what the shop begins with. */
export const ChangeDelivery = z
  .object({
    fee: Charge.nullable(),
    cut_off,
    days_ahead: DaysAhead.nullable(),
    orders_a_day: OrdersADay.nullable().meta({ description: 'Null: no limit.' }),
    van_districts: VanDistricts.nullable().meta({ description: 'Null: the vans go everywhere.' }),
    florist_refund: Charge.nullable(),
    claims_at_once: Charge.nullable().meta({
      description: 'Damaged flowers of up to so much are replaced at once. 0: somebody looks at every claim first.',
    }),
  })
  .partial()
  .meta({ id: 'ChangeDelivery' });
export type ChangeDelivery = z.infer<typeof ChangeDelivery>;

export const DeliverySettings = z
  .object({
    fee: z.number(),
    cut_off: z.string(),
    days_ahead: z.int(),
    orders_a_day: z.int().nullable(),
    van_districts: z.string().array().nullable(),
    florist_refund: z.number(),
    claims_at_once: z.number(),
  })
  .meta({ id: 'DeliverySettings' });
export type DeliverySettings = z.infer<typeof DeliverySettings>;
