import { londonDay } from '#contract/delivery.ts';
import { CODE_SHAPE, isEasilyGuessed, MOST_USES, SAY_CODE, SAY_SHORT } from '#contract/desk-codes.ts';
import type { CodeKind } from '#contract/discount.ts';
import { MAX_CODE_LENGTH } from '#contract/limits.ts';
import { formatMoment } from '#contract/moments.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { codeText } from '#contract/text.ts';
import { addCodeAtDesk, switchCodeAtDesk } from '#server/desk/change-codes.ts';
import { type CodeWithUses, listCodes } from '#server/features/orders/codes/list-codes.ts';
import type { NewCode } from '#server/features/promotions/add-code.ts';
import { countGuessesOf } from '#server/features/promotions/count-guesses.ts';
import { stateOfCode } from '#server/features/promotions/state-of-code.ts';
import type { PromoCodeRow } from '#server/features/promotions/table.ts';
import { type Desk, inWords, NotDone } from './desk.ts';
import { readCount, readDayOf, readPenceOf } from './read-value.ts';

/** The options of `codes add`, as they were typed. */
export type CodeOptions = {
  percent?: string;
  off?: string;
  'free-delivery'?: boolean;
  from?: string;
  until?: string;
  least?: string;
  uses?: string;
  each?: string;
  'first-order'?: boolean;
};

export async function addAtDesk(desk: Desk, word: string, options: CodeOptions): Promise<void> {
  const wanted = readNewCode(word, options);
  const added = await inWords(`code ${wanted.code}`, addCodeAtDesk(desk, desk.by, wanted));
  desk.print(`Code ${added.code} is made: ${describeTerms(added).join(', ')}.`);
  if (isEasilyGuessed(added.code)) desk.print(SAY_SHORT);
}

/** Every code with its uses, what it gave away and what came with it. */
export async function listAtDesk({ clock, db, print }: Desk): Promise<void> {
  const found = await listCodes(db);
  if (found.length === 0) return print('There is no code yet.');
  print(found.length === 1 ? '1 code' : `${found.length} codes`);
  const today = londonDay(clock.now());
  const guesses = await countGuessesOf(db, today);
  if (guesses > 0) print(`Codes that nobody made, tried today: ${guesses}`);
  for (const each of found) print(['', ...describeCode(each, today)].join('\n'));
}

export async function endAtDesk(desk: Desk, word: string): Promise<void> {
  const wanted = readCode(word);
  const ending = switchCodeAtDesk(desk, desk.by, { code: wanted, open: false });
  const { code, endedAt, done } = await inWords(`code ${wanted}`, ending);
  const at = endedAt ? formatMoment(endedAt) : '';
  desk.print(
    done ? `Code ${code} has ended. Nobody can use it any more.` : `Code ${code} had ended already, on ${at}.`,
  );
}

function readNewCode(word: string, options: CodeOptions): NewCode {
  const { from, until, least, uses, each } = options;
  const code = readCode(word);
  if (!CODE_SHAPE.test(code)) throw new NotDone(SAY_CODE);
  if (from !== undefined && until !== undefined && readDayOf('from', from) > readDayOf('until', until))
    throw new NotDone('--until comes before --from.');
  return {
    code,
    ...readGift(options),
    validFrom: from === undefined ? null : readDayOf('from', from),
    validUntil: until === undefined ? null : readDayOf('until', until),
    leastPence: least === undefined ? null : readPenceOf('least', least),
    maxUses: uses === undefined ? null : readCount('uses', uses, MOST_USES),
    maxUsesEach: each === undefined ? null : readCount('each', each, MOST_USES),
    firstOrderOnly: options['first-order'] ?? false,
  };
}

function readGift({ percent, off, 'free-delivery': free }: CodeOptions): { kind: CodeKind; value: number } {
  const given = [percent, off, free].filter((option) => option !== undefined);
  if (given.length !== 1)
    throw new NotDone('Say what the code gives: one of --percent 10, --off 5.00, --free-delivery.');
  if (percent !== undefined) return { kind: 'percent', value: readCount('percent', percent, 100) };
  if (off !== undefined) return { kind: 'pounds', value: readPenceOf('off', off) };
  return { kind: 'free delivery', value: 0 };
}

function readCode(word: string): string {
  const { data } = codeText(MAX_CODE_LENGTH).safeParse(word);
  if (!data) throw new NotDone(`A code has at most ${MAX_CODE_LENGTH} letters and digits.`);
  return data;
}

const pounds = (pence: number) => formatPounds(toPounds(pence));

const GIVES = {
  percent: (value) => `${value} % off`,
  pounds: (value) => `${pounds(value)} off`,
  'free delivery': () => 'free delivery',
} satisfies Record<CodeKind, (value: number) => string>;

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

function describeTerms(code: PromoCodeRow): string[] {
  const { kind, value, validFrom, validUntil, leastPence, maxUses, maxUsesEach, firstOrderOnly } = code;
  return [
    GIVES[kind](value),
    ...(leastPence === null ? [] : [`for orders from ${pounds(leastPence)}`]),
    ...(firstOrderOnly ? ['for a first order'] : []),
    ...(validFrom === null ? [] : [`from ${validFrom} on`]),
    ...(validUntil === null ? [] : [`until the end of ${validUntil}`]),
    ...(maxUses === null ? [] : [`${times(maxUses)} in all`]),
    ...(maxUsesEach === null ? [] : [`${times(maxUsesEach)} each`]),
  ];
}

function describeCode({ code, uses, givenPence, broughtPence }: CodeWithUses, today: string): string[] {
  const used = code.maxUses === null ? `Used ${times(uses)}` : `Used ${uses} of ${code.maxUses}`;
  return [
    `${code.code}, ${stateOf(code, uses, today)}`,
    `  ${describeTerms(code).join(', ')}`,
    `  ${used}. ${pounds(givenPence)} given away, ${pounds(broughtPence)} of orders came with it.`,
  ];
}

function stateOf(code: PromoCodeRow, uses: number, today: string): string {
  const state = stateOfCode(code, uses, today);
  if (state === 'ended' && code.endedAt) return `ended ${formatMoment(code.endedAt)}`;
  return state === 'to come' ? `starts ${code.validFrom}` : state;
}
