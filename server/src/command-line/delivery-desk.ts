import type * as z from 'zod';
import { addDays, countDays, formatDay, listDays, londonDay } from '#contract/delivery.ts';
import { CUT_OFF, cutOffOf, FURTHEST_DAYS_AHEAD } from '#contract/delivery-rules.ts';
import {
  ChangeDay,
  ChangeDays,
  type ChangeDelivery,
  type ChangeWeek,
  type ChangeWeekday,
  Charge,
  CutOff,
  DaysAhead,
  OrdersADay,
  SAY_WHY,
  VanDistricts,
  WEEKDAY_KEYS,
} from '#contract/desk-calendar.ts';
import { formatPounds, readPounds, toPounds } from '#contract/money.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';
import {
  changeDayAtDesk,
  changeDaysAtDesk,
  changeDeliveryAtDesk,
  changeWeekAtDesk,
} from '#server/desk/change-calendar.ts';
import { countPlaces } from '#server/features/delivery/count-places.ts';
import { limitOf, readRules } from '#server/features/delivery/read-rules.ts';
import { deliverySettings, deliveryWeekdays } from '#server/features/delivery/table.ts';
import { type Desk, inWords, NotDone } from './desk.ts';
import { printable } from './printable.ts';
import { parseWhole, readDay } from './read-value.ts';

const WEEKDAY_NAMES = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
/** What is written for a value to have it as on every other day, or as the code has it. */
const USUAL = 'usual';
const MOST_LISTED = 366;
const SHOWN_DAYS = 28;

export type DayOptions = {
  limit?: string;
  closed?: string;
  open?: boolean;
  'cut-off'?: string;
  surcharge?: string;
  line?: string;
};

/** Sets what differs on one day. */
export async function setDayAtDesk(desk: Desk, word: string, options: DayOptions): Promise<void> {
  const day = readDay(word);
  const { limit, closed, open, surcharge, line, 'cut-off': cutOff } = options;
  if (closed !== undefined && open) throw new NotDone('A day is either closed or open.');
  const change: ChangeDay = {
    ...(limit !== undefined && { holds: readLimit(limit) }),
    ...(cutOff !== undefined && { cut_off: readTime(cutOff) }),
    ...(surcharge !== undefined && { surcharge: readMoney(surcharge) }),
    ...(line !== undefined && { line: check(ChangeDay.shape.line, line, line) ?? null }),
    ...(closed !== undefined && { open: false, words: readWords(closed) }),
    ...(open && { open }),
  };
  if (Object.keys(change).length === 0)
    throw new NotDone(
      'Say what differs: --limit N, --closed WORDS, --open, --cut-off HH:MM, --surcharge 3.00 or --line WORDS.',
    );
  await inWords(`day ${day}`, changeDayAtDesk(desk, desk.by, day, change));
  await listDaysAtDesk(desk, day, day);
}

/** Closes a range of days with the words that customers read, or without words opens it again. Then it lists them. */
export async function setDaysAtDesk(desk: Desk, fromWord: string, toWord: string, closed?: string): Promise<void> {
  const [from, to] = [readDay(fromWord), readDay(toWord)];
  const open = closed === undefined;
  const { data, error } = ChangeDays.safeParse({ from, to, open, ...(!open && { words: closed }) });
  if (error) throw new NotDone(error.issues[0]?.message ?? SAY_WHY);
  await inWords(`day ${from}`, changeDaysAtDesk(desk, desk.by, data));
  await listDaysAtDesk(desk, from, to);
  if (!open) desk.print('Orders that are on these days stay: they are tied and delivered as promised.');
}

/** Closes days of the week, or opens them again. */
export async function switchWeekAtDesk(desk: Desk, on: string, open: boolean): Promise<void> {
  await inWords('week', changeWeekAtDesk(desk, desk.by, readWeekdays(on, { open })));
  await listSettings(desk);
}

/** Each day of a range: whether we deliver, its orders, and what differs. Four weeks from tomorrow if none is given. */
export async function listDaysAtDesk(desk: Desk, fromWord?: string, toWord?: string): Promise<void> {
  const now = desk.clock.now();
  const from = fromWord === undefined ? addDays(londonDay(now), 1) : readDay(fromWord);
  const to = toWord === undefined ? addDays(from, SHOWN_DAYS - 1) : readDay(toWord);
  if (to < from) throw new NotDone('The last day cannot be before the first.');
  if (countDays(from, to) > MOST_LISTED) throw new NotDone('That is more than a year at once.');
  const { rules, limits } = await readRules(desk.db, now);
  const days = listDays(now, rules, from, to);
  const taken = await countPlaces(
    desk.db,
    days.map(({ day }) => day),
  );
  for (const { day, open, words, surcharge } of days) {
    const limit = limitOf(day, limits);
    const orders = taken.get(day) ?? 0;
    const { line } = rules.days[day] ?? {};
    const isFull = limit !== undefined && orders >= limit;
    const ownCutOff =
      cutOffOf(day, rules) === rules.cut_off ? undefined : `order by ${cutOffOf(day, rules)} the day before`;
    const facts = [
      limit === undefined ? countOrders(orders) : `${orders} of ${countOrders(limit)}`,
      open ? (isFull ? 'full' : 'open') : `not open: ${printable(words ?? '')}`,
      ownCutOff,
      surcharge > 0 ? `+ ${formatPounds(surcharge)}` : undefined,
      line && `the shop says: ${printable(line)}`,
    ];
    desk.print(`${day}  ${formatDay(day)}: ${facts.filter(Boolean).join(', ')}`);
  }
}

const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

type Setting =
  | 'fee'
  | 'cut-off'
  | 'days-ahead'
  | 'orders-a-day'
  | 'van-districts'
  | 'florist-refund'
  | 'claims-at-once';

const SETTINGS = {
  fee: (value) => ({ fee: readMoney(value) }),
  'cut-off': (value) => ({ cut_off: readTime(value) }),
  'days-ahead': (value) => ({ days_ahead: readNumber(DaysAhead, value) }),
  'orders-a-day': (value) => ({ orders_a_day: readLimit(value === 'none' ? USUAL : value) }),
  'van-districts': (value) => ({ van_districts: readDistricts(value) }),
  'florist-refund': (value) => ({ florist_refund: readMoney(value) }),
  'claims-at-once': (value) => ({ claims_at_once: readMoney(value) }),
} satisfies Record<Setting, (value: string) => ChangeDelivery>;

/** One day cannot be without a limit where every day has one: here `none` is no value. */
const OF_WEEK: Partial<Record<Setting, (value: string) => ChangeWeekday>> = {
  'cut-off': (value) => ({ cut_off: readTime(value) }),
  'orders-a-day': (value) => ({ holds: readLimit(value) }),
};

/** Sets what holds for every day, or for some days of the week. */
export async function setAtDesk(desk: Desk, name: string, value: string, on?: string): Promise<void> {
  if (!Object.hasOwn(SETTINGS, name))
    throw new NotDone(`There is no setting ${JSON.stringify(name)}: there are ${Object.keys(SETTINGS).join(', ')}.`);
  const setting = name as Setting;
  const by = desk.by;
  const changed: Promise<unknown> =
    on === undefined
      ? changeDeliveryAtDesk(desk, by, SETTINGS[setting](value))
      : changeWeekAtDesk(desk, by, readWeek(setting, value, on));
  await inWords(`setting ${setting}`, changed);
  await listSettings(desk);
}

function readWeek(setting: Setting, value: string, on: string): ChangeWeek {
  const read = OF_WEEK[setting];
  if (!read) throw new NotDone(`The ${setting} is the same on every day of the week.`);
  return readWeekdays(on, read(value));
}

function readWeekdays(on: string, change: ChangeWeekday): ChangeWeek {
  const wrong = on.split(',').some((word) => !isWeekday(word.trim().toLowerCase()));
  if (wrong) throw new NotDone(`Days of the week are written as ${WEEKDAY_KEYS.join(',')}.`);
  return Object.fromEntries(on.split(',').map((word) => [word.trim().toLowerCase(), change]));
}

const isWeekday = (word: string): boolean => (WEEKDAY_KEYS as readonly string[]).includes(word);

/** What is set for every day, and what differs by day of the week. */
export async function listSettings({ db, print }: Desk): Promise<void> {
  const [general] = await db.select().from(deliverySettings);
  const ofWeek = await db.select().from(deliveryWeekdays).orderBy(deliveryWeekdays.weekday);
  const fee = general?.feePence == null ? DELIVERY_FEE : toPounds(general.feePence);
  print(`fee           ${formatPounds(fee)}`);
  print(`cut-off       ${general?.cutOff ?? CUT_OFF}, on the day before`);
  print(`days-ahead    ${general?.daysAhead ?? FURTHEST_DAYS_AHEAD}`);
  print(`orders-a-day  ${general?.ordersADay ?? 'no limit'}`);
  if (general?.vanDistricts) print(`van-districts ${general.vanDistricts.join(', ')}; a carrier takes the rest`);
  if (general?.floristRefundPence != null)
    print(`florist-refund ${formatPounds(toPounds(general.floristRefundPence))} of an order; an owner gives back more`);
  if (general?.claimsAtOncePence != null) print(`claims-at-once ${describeClaims(general.claimsAtOncePence)}`);
  for (const { weekday, cutOff, ordersADay } of ofWeek) {
    if (cutOff !== null) print(`cut-off       ${cutOff}, for ${WEEKDAY_NAMES[weekday]}`);
    if (ordersADay !== null) print(`orders-a-day  ${ordersADay || 'no deliveries'}, on ${WEEKDAY_NAMES[weekday]}`);
  }
}

const describeClaims = (pence: number): string =>
  pence === 0
    ? 'never: somebody looks at every claim first'
    : `${formatPounds(toPounds(pence))} of flowers; somebody looks first at what cost more`;

/** Checks by the contract, in its words; `usual` is null. */
function check<T>(schema: z.ZodType<T>, value: string, sent: unknown, orElse = ''): T | null {
  if (value === USUAL) return null;
  const { data, error } = schema.safeParse(sent);
  if (error) throw new NotDone(`${error.issues[0]?.message.replace(/\.$/, '')}${orElse}.`);
  return data as T;
}

const readTime = (value: string) => check(CutOff, value, value);

/** What is not written in pounds is sent as it is, and refused. */
const readMoney = (value: string) => check(Charge, value, readPounds(value) ?? value);

const readNumber = (schema: z.ZodType<number>, value: string) =>
  check(schema, value, parseWhole(value, 0, Number.MAX_SAFE_INTEGER), ', or "usual"');

const readLimit = (value: string) => readNumber(OrdersADay, value);

const readDistricts = (value: string) => check(VanDistricts, value, value.split(/[\s,]+/).filter(Boolean));

function readWords(value: string): string {
  const { data } = ChangeDay.shape.words.safeParse(value);
  if (!data) throw new NotDone(SAY_WHY);
  return data;
}
