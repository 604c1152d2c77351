import { holidayName } from '#contract/bank-holidays.ts';
import { addDays, countDays, formatDay, listDays, londonDay } from '#contract/delivery.ts';
import { CUT_OFF, cutOffOf, FURTHEST_DAYS_AHEAD } from '#contract/delivery-rules.ts';
import { formatPounds, toPounds } from '#contract/money.ts';
import { districtOf } from '#contract/postcode.ts';
import { DELIVERY_FEE } from '#contract/shop.ts';
import { countPlaces } from '../delivery/count-places.ts';
import { limitOf, readRules } from '../delivery/read-rules.ts';
import { setDay, setGeneral, setWeekday } from '../delivery/set-rules.ts';
import { deliverySettings, deliveryWeekdays } from '../delivery/table.ts';
import { type Desk, inTransaction, NotDone, writeLog } from './desk.ts';
import { printable } from './printable.ts';
import { parsePounds, parseWhole, readDay } from './read-value.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY_NAMES = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
/** What is written for a value to have it as on every other day, or as the code has it. */
const USUAL = 'usual';
const MOST_ORDERS = 100_000;
const MOST_PENCE = 999_999;
const MOST_LISTED = 366;
const MOST_DISTRICTS = 3_000;
const SHOWN_DAYS = 28;

export type DayOptions = { limit?: string; closed?: string; open?: boolean; 'cut-off'?: string; surcharge?: string };

/** Sets what differs on one day. */
export async function setDayAtDesk(desk: Desk, word: string, options: DayOptions): Promise<void> {
  const day = readDay(word);
  if (day <= londonDay(desk.clock.now()))
    throw new NotDone(`${formatDay(day)} is not ahead of us: it cannot be changed.`);
  if (options.closed !== undefined && options.open) throw new NotDone('A day is either closed or open.');
  const change = {
    ...(options.limit !== undefined && { ordersADay: readLimit(options.limit) }),
    ...(options['cut-off'] !== undefined && { cutOff: readTime(options['cut-off']) }),
    ...(options.surcharge !== undefined && { surchargePence: readMoney(options.surcharge) }),
    ...(options.closed !== undefined && { closedWords: readWords(options.closed), opened: false }),
    ...(options.open && { closedWords: null, opened: holidayName(day) !== undefined }),
  };
  if (Object.keys(change).length === 0)
    throw new NotDone('Say what differs: --limit N, --closed WORDS, --open, --cut-off HH:MM or --surcharge 3.00.');
  await inTransaction(desk, `day ${day}`, async (tx) => {
    await setDay(tx, day, change);
    await writeLog(desk, tx, 'set day', Number(day.replaceAll('-', '')), change);
  });
  await listDaysAtDesk(desk, day, day);
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
    const isFull = limit !== undefined && orders >= limit;
    const ownCutOff =
      cutOffOf(day, rules) === rules.cut_off ? undefined : `order by ${cutOffOf(day, rules)} the day before`;
    const facts = [
      limit === undefined ? countOrders(orders) : `${orders} of ${countOrders(limit)}`,
      open ? (isFull ? 'full' : 'open') : `not open: ${printable(words ?? '')}`,
      ownCutOff,
      surcharge > 0 ? `+ ${formatPounds(surcharge)}` : undefined,
    ];
    desk.print(`${day}  ${formatDay(day)}: ${facts.filter(Boolean).join(', ')}`);
  }
}

const countOrders = (count: number) => (count === 1 ? '1 order' : `${count} orders`);

type Change = Partial<Record<'feePence' | 'daysAhead' | 'ordersADay' | 'floristRefundPence', number | null>> & {
  cutOff?: string | null;
  vanDistricts?: string[] | null;
};
type Setting = 'fee' | 'cut-off' | 'days-ahead' | 'orders-a-day' | 'van-districts' | 'florist-refund';

const SETTINGS = {
  fee: (value) => ({ feePence: readMoney(value) }),
  'cut-off': (value) => ({ cutOff: readTime(value) }),
  'days-ahead': (value) => ({ daysAhead: value === USUAL ? null : readNumber(value, 1, 365) }),
  'orders-a-day': (value, isGeneral) => ({ ordersADay: isGeneral ? readGeneralLimit(value) : readLimit(value) }),
  'van-districts': (value) => ({ vanDistricts: readDistricts(value) }),
  'florist-refund': (value) => ({ floristRefundPence: readMoney(value) }),
} satisfies Record<Setting, (value: string, isGeneral: boolean) => Change>;

/** Sets what holds for every day, or for some days of the week. */
export async function setAtDesk(desk: Desk, name: string, value: string, on?: string): Promise<void> {
  if (!Object.hasOwn(SETTINGS, name))
    throw new NotDone(`There is no setting ${JSON.stringify(name)}: there are ${Object.keys(SETTINGS).join(', ')}.`);
  const setting = name as Setting;
  const change: Change = SETTINGS[setting](value, on === undefined);
  const weekdays = on === undefined ? undefined : readWeekdays(on);
  if (weekdays && setting !== 'cut-off' && setting !== 'orders-a-day')
    throw new NotDone(`The ${setting} is the same on every day of the week.`);
  await inTransaction(desk, `setting ${setting}`, async (tx) => {
    if (weekdays) for (const weekday of weekdays) await setWeekday(tx, weekday, change);
    else await setGeneral(tx, change);
    await writeLog(desk, tx, 'set delivery', 0, { ...change, ...(weekdays && { weekdays }) });
  });
  await listSettings(desk);
}

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
  for (const { weekday, cutOff, ordersADay } of ofWeek) {
    if (cutOff !== null) print(`cut-off       ${cutOff}, for ${WEEKDAY_NAMES[weekday]}`);
    if (ordersADay !== null) print(`orders-a-day  ${ordersADay}, on ${WEEKDAY_NAMES[weekday]}`);
  }
}

function readTime(value: string): string | null {
  if (value === USUAL) return null;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new NotDone('A time is written as 12:00, from 00:00 to 23:59.');
  return value;
}

function readMoney(value: string): number | null {
  if (value === USUAL) return null;
  const pence = parsePounds(value);
  if (pence === undefined || pence > MOST_PENCE)
    throw new NotDone('An amount is written in pounds, as 3.00, and not below 0.');
  return pence;
}

const readLimit = (value: string): number | null => (value === USUAL ? null : readNumber(value, 0, MOST_ORDERS));

/** Of every day: no limit at all is what the code has. One day cannot be without a limit where every day has one. */
const readGeneralLimit = (value: string): number | null => readLimit(value === 'none' ? USUAL : value);

function readNumber(value: string, least: number, most: number): number {
  const number = parseWhole(value, least, most);
  if (number === undefined) throw new NotDone(`A whole number from ${least} to ${most} is needed here, or "usual".`);
  return number;
}

function readWords(value: string): string {
  const words = value.trim();
  if (words === '' || words.length > 120 || /\p{Cc}/u.test(words))
    throw new NotDone('Say why in one line of at most 120 characters: customers read it.');
  return words;
}

/** Districts as they begin a postcode, `E8`; "usual" sends the vans everywhere. Orders that were placed keep their way. */
function readDistricts(value: string): string[] | null {
  if (value === USUAL) return null;
  const districts = value
    .toUpperCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const wrong = districts.find((district) => districtOf(`${district} 1AA`) !== district);
  if (wrong !== undefined || districts.length === 0 || districts.length > MOST_DISTRICTS)
    throw new NotDone(
      'Districts are written as E8,E9,N1: what stands before the space of a postcode, without a last letter.',
    );
  return [...new Set(districts)].toSorted();
}

function readWeekdays(value: string): number[] {
  const named = value.split(',').map((word) => WEEKDAYS.indexOf(word.trim().toLowerCase()));
  if (named.includes(-1)) throw new NotDone(`Days of the week are written as ${WEEKDAYS.join(',')}.`);
  return [...new Set(named)];
}
