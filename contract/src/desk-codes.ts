import * as z from 'zod';
import { DayInput } from './day-input.ts';
import { CODE_KINDS } from './discount.ts';
import { Id, PathId } from './ids.ts';
import { MAX_CODE_LENGTH } from './limits.ts';
import { MAX_PENCE, toPence } from './money.ts';
import { codeText } from './text.ts';

// Promo codes, as the owner makes and ends them. The command line makes them by the same rules.

export const MOST_USES = 1_000_000;
/** Letters from A to Z and digits; hyphens may stand between them. */
export const CODE_SHAPE = /^[A-Z0-9](-?[A-Z0-9]){2,}$/;
export const SAY_CODE = 'A code has at least three letters from A to Z or digits; hyphens may stand between them.';
/** As many signs as a code needs that nobody is to guess; the ones that the desk makes up have as many. */
const HARD_TO_GUESS = 8;
export const SAY_SHORT = 'A short code is guessed sooner or later: choose it only for what everybody may use.';
/** Short, or words and numbers that many would try first. */
export const isEasilyGuessed = (code: string): boolean =>
  code.replaceAll('-', '').length < HARD_TO_GUESS || /^[A-Z]+\d{0,4}$/.test(code.toUpperCase());
/** So many in a day are no slips of the pen. */
export const MANY_GUESSES = 30;
const SAY_POUNDS = 'Pounds from 0.01 to 10,000.00 are needed here, as 5.00.';
const SAY_PERCENT = 'A whole number from 1 to 100 is needed here.';
const SAY_USES = `A whole number from 1 to ${MOST_USES} is needed here.`;

const pounds = z
  .number({ error: SAY_POUNDS })
  .refine((amount) => toPence(amount) >= 1 && toPence(amount) <= MAX_PENCE && toPence(amount) / 100 === amount, {
    error: SAY_POUNDS,
  });
const day = DayInput.nullable().default(null);
const uses = z
  .int({ error: SAY_USES, abort: true })
  .min(1, { error: SAY_USES })
  .max(MOST_USES, { error: SAY_USES })
  .nullable()
  .default(null);

export const AddCode = z
  .object({
    code: codeText(MAX_CODE_LENGTH).refine((code) => CODE_SHAPE.test(code), { error: SAY_CODE }),
    kind: z.enum(CODE_KINDS, { error: 'Say what the code gives.' }),
    value: z.unknown().optional().meta({ description: 'Percent, or pounds; nothing for free delivery.' }),
    from: day,
    until: day,
    least: pounds.nullable().default(null).meta({ description: 'Pounds of goods that a cart must hold.' }),
    uses,
    each: uses,
    first_order: z.boolean().default(false),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    error: 'The last day comes before the first.',
  })
  .superRefine(({ kind, value }, context) => {
    const isRight =
      kind === 'free delivery' ||
      (kind === 'percent' ? z.int().min(1).max(100).safeParse(value).success : pounds.safeParse(value).success);
    if (!isRight)
      context.addIssue({ code: 'custom', path: ['value'], message: kind === 'percent' ? SAY_PERCENT : SAY_POUNDS });
  })
  .meta({ id: 'AddCode' });
export type AddCode = z.infer<typeof AddCode>;

export const CODE_STATES = ['open', 'to come', 'used up', 'over', 'ended'] as const;
export type CodeState = (typeof CODE_STATES)[number];

export const DeskCode = z
  .object({
    id: Id,
    code: z.string(),
    kind: z.enum(CODE_KINDS),
    value: z.number().meta({ description: 'Percent, or pounds; 0 for free delivery.' }),
    from: z.iso.date().nullable(),
    until: z.iso.date().nullable(),
    least: z.number().nullable(),
    uses: z.int().nullable(),
    each: z.int().nullable(),
    first_order: z.boolean(),
    ended_at: z.iso.datetime().nullable(),
    state: z.enum(CODE_STATES),
    used: z.int().meta({ description: 'Orders with it that are not cancelled.' }),
    given: z.number().meta({ description: 'Pounds that it took off those that are paid for.' }),
    brought: z.number().meta({ description: 'Pounds that were paid for them.' }),
  })
  .meta({ id: 'DeskCode' });
export type DeskCode = z.infer<typeof DeskCode>;

export const ListDeskCodes = z.object({
  before: PathId.optional().meta({ description: 'Id of the last code of the page before.' }),
});
export const DeskCodes = DeskCode.array().meta({ description: 'The newest first, 50 at once.' });

export const CodesThisMonth = z
  .object({
    given: z
      .number()
      .meta({ description: 'Pounds that codes took off the orders paid for since the first of the month.' }),
    brought: z.number().meta({ description: 'Pounds that were paid for those orders.' }),
    guesses_today: z.int().meta({ description: 'Codes that nobody made, and that somebody tried today.' }),
  })
  .meta({ id: 'CodesThisMonth' });
export type CodesThisMonth = z.infer<typeof CodesThisMonth>;

export const CodeParams = z.object({ code: codeText(MAX_CODE_LENGTH) });
export const SwitchCode = z
  .object({ open: z.boolean({ error: 'Say whether it can be used.' }) })
  .meta({ id: 'SwitchCode' });
