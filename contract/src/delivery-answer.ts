import * as z from 'zod';

const cut_off = z.string().meta({ description: 'The time in London, as 12:00.' });

/** The rules by which pages count for themselves; see delivery-rules.ts. */
const DeliveryRulesAnswer = z
  .object({
    fee: z.number().meta({ description: 'Pounds for every order.' }),
    cut_off,
    days_ahead: z.int(),
    weekdays: z.record(z.string(), z.object({ cut_off: cut_off.optional(), closed: z.string().optional() })).meta({
      description: 'What differs on a day of the week, 0 for Sunday.',
    }),
    days: z
      .record(
        z.string(),
        z.object({
          closed: z.string().optional().meta({ description: 'Why nothing is delivered.' }),
          opened: z
            .boolean()
            .optional()
            .meta({ description: 'A bank holiday on which we deliver, or a day of a closed weekday.' }),
          cut_off: cut_off.optional(),
          surcharge: z.number().optional(),
          line: z.string().optional().meta({ description: 'What is said of it while it can be chosen.' }),
        }),
      )
      .meta({ description: 'What differs on one day.' }),
    full: z.iso.date().array(),
    paused: z.literal(true).optional().meta({ description: 'No day that can be chosen is open.' }),
  })
  .meta({
    id: 'DeliveryRules',
    description: 'The cut-off of a day is the time on the day before until which it can be ordered.',
  });

/** The next delivery by the server's clock: a visitor's own may be wrong. */
export const DeliveryAnswer = z
  .object({
    now: z.iso.datetime().meta({ description: "The shop's clock." }),
    day: z.iso.date().meta({ description: 'The first day we can deliver on, if ordered now.' }),
    order_by: z.iso.datetime().meta({ description: 'Until when that stays true.' }),
    cut_off_passed: z
      .boolean()
      .meta({ description: "Whether today's cut-off, 12 noon in London unless the owner set another, is over." }),
    rules: DeliveryRulesAnswer.optional().meta({
      description: 'What the owner has set; absent where nothing differs from the usual.',
    }),
  })
  .meta({ id: 'DeliveryAnswer', description: 'The next delivery, by the clock of the shop.' });
export type DeliveryAnswer = z.infer<typeof DeliveryAnswer>;

const day = z.iso.date({ error: 'A day is written as 2026-11-17.' });

export const ListDays = z.object({
  from: day.optional().meta({ description: 'The first day; tomorrow if it is not given.' }),
  to: day.optional().meta({ description: 'The last day; the last that can be chosen if it is not given.' }),
});

/** One day of the day picker. */
export const DeliveryDay = z
  .object({
    day: z.iso.date(),
    open: z.boolean().meta({ description: 'An order placed now can be promised for it.' }),
    left: z.int().nullable().meta({ description: 'How many more orders it takes; null where there is no limit.' }),
    surcharge: z.number().meta({ description: 'Pounds more than on other days.' }),
    words: z.string().nullable().meta({ description: 'Why it is not open.' }),
    line: z.string().nullable().meta({ description: 'What the shop says of a day that is open.' }),
  })
  .meta({ id: 'DeliveryDay' });
export type DeliveryDay = z.infer<typeof DeliveryDay>;
