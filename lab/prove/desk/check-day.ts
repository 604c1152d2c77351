import type { OrderStage } from '#contract/orders.ts';
import { ORDER_MOVES } from '#server/features/orders/states.ts';
import { type BenchPress, type EventRow, labelOf, type PhonePress } from './presses.ts';

export type OrderAtEnd = { id: number; user: number; stage: OrderStage; tied: number };
export type RunAtEnd = { id: number; hasLeft: boolean; loggedTimes: number };

/** All that is left of a day, and all that was pressed on it. */
export type WholeDay = {
  orders: OrderAtEnd[];
  events: EventRow[];
  runs: RunAtEnd[];
  /** `user kind`, of each letter that was written. */
  letters: string[];
  /** Keys of presses that the shop has kept. */
  keys: Set<string>;
  bench: BenchPress[];
  phone: PhonePress[];
};

/** Clocks are those of one machine; moments are cut to milliseconds. */
const MARGIN_MS = 3;
type Done = { sentAt: number; answeredAt: number; event: EventRow };

/** What of a day was lost, doubled or done out of order, in words; nothing if all is well. */
export function checkDay(day: WholeDay): string[] {
  const byOrder = Map.groupBy(
    day.events.toSorted((a, b) => a.id - b.id),
    ({ order }) => order,
  );
  const { lost, done } = matchPresses(day);
  return [
    ...day.orders.flatMap((order) => [
      ...checkStages(order, byOrder.get(order.id) ?? []),
      ...checkCounts(order, byOrder.get(order.id) ?? []),
    ]),
    ...lost,
    ...checkMoments(done),
    ...checkRuns(day.runs),
    ...checkLetters(day),
  ];
}

/** Each stage follows from the one before by a move of the table, and the last is where the order stands. */
function checkStages({ id, stage }: OrderAtEnd, events: EventRow[]): string[] {
  const lost: string[] = [];
  let now: string = 'to tie';
  for (const { before, after } of events.filter(({ what }) => what === 'stage')) {
    if (before !== now) lost.push(`order ${id} was ${now}, and the next event begins with ${before}`);
    const moves: readonly string[] = ORDER_MOVES[before as OrderStage] ?? [];
    if (!moves.includes(after ?? '')) lost.push(`order ${id} moved from ${before} to ${after}`);
    now = after ?? '';
  }
  if (now !== stage) lost.push(`order ${id} is ${stage}, and its events end with ${now}`);
  return lost;
}

function checkCounts({ id, tied }: OrderAtEnd, events: EventRow[]): string[] {
  const lost: string[] = [];
  let now = 0;
  for (const { before, after } of events.filter(({ what }) => what === 'tied')) {
    const [from, to] = [before, after].map((words) => Number.parseInt(words ?? '', 10));
    if (from !== now) lost.push(`of order ${id} ${now} were tied, and the next event begins with ${from}`);
    now = to ?? Number.NaN;
  }
  if (now !== tied) lost.push(`of order ${id} ${tied} are tied, and its events end with ${now}`);
  return lost;
}

/** Every press that was answered as done has its event; no event is there that nobody pressed. */
function matchPresses({ events, bench, phone, runs }: WholeDay): { lost: string[]; done: Done[] } {
  const left = new Set(events.filter((event) => event.staff !== null));
  const atBench = matchBench(left, bench);
  const onPhones = matchPhones(left, phone);
  const hasLeft = runs.some((run) => run.hasLeft);
  const odd = [...left].filter((event) => !(hasLeft && isOfLeaving(event)));
  return {
    done: [...atBench.done, ...onPhones.done],
    lost: [
      ...atBench.lost,
      ...onPhones.lost,
      ...odd.map((event) => `event ${event.id} of order ${event.order}, ${labelOf(event)}, was pressed by nobody`),
    ],
  };
}

/** A van that leaves moves what is on it, and leaves behind what is not tied: one press for many orders. */
const isOfLeaving = ({ what, after, pressedAt }: EventRow): boolean =>
  pressedAt === null && ((what === 'stage' && after === 'out') || (what === 'run' && after === null));

const groupOf = (staff: number | null, order: number, label: string) => `${staff} ${order} ${label}`;

function matchBench(left: Set<EventRow>, presses: BenchPress[]): { lost: string[]; done: Done[] } {
  const groups = Map.groupBy(
    [...left].filter(({ pressedAt }) => pressedAt === null).toSorted((a, b) => a.id - b.id),
    (event) => groupOf(event.staff, event.order, labelOf(event)),
  );
  const take = ({ staff, order, label, sentAt }: BenchPress, until: number): EventRow | undefined => {
    const found = groups
      .get(groupOf(staff, order, label))
      ?.find((event) => left.has(event) && event.at >= sentAt - MARGIN_MS && event.at <= until + MARGIN_MS);
    if (found) left.delete(found);
    return found;
  };
  const [lost, done]: [string[], Done[]] = [[], []];
  for (const press of presses.filter(({ answer }) => answer?.done === true)) {
    const answeredAt = press.answer?.at ?? 0;
    const event = take(press, answeredAt);
    if (event) done.push({ sentAt: press.sentAt, answeredAt, event });
    else lost.push(`${press.label} of order ${press.order} was answered as done by ${press.staff}, and has no event`);
  }
  for (const press of presses.filter(({ answer }) => answer?.done === 'perhaps')) take(press, press.answer?.at ?? 0);
  // What was never answered may have been done, each once.
  for (const press of presses.filter(({ answer }) => !answer)) take(press, Number.POSITIVE_INFINITY);
  return { lost, done };
}

function matchPhones(left: Set<EventRow>, presses: PhonePress[]): { lost: string[]; done: Done[] } {
  const nameOf = (order: number, pressedAt: number | null) => `${order} ${pressedAt}`;
  const pressed = Map.groupBy(
    [...left].filter(({ pressedAt }) => pressedAt !== null),
    ({ order, pressedAt }) => nameOf(order, pressedAt),
  );
  const [lost, done]: [string[], Done[]] = [[], []];
  for (const press of presses) {
    const own = (pressed.get(nameOf(press.order, press.pressedAt)) ?? []).filter(({ staff }) => staff === press.staff);
    for (const event of own) left.delete(event);
    const tries = own.filter(({ what }) => what === 'handover');
    const [event] = tries;
    const yes = press.answers.filter((answer) => answer.done);
    const name = `${press.outcome} of order ${press.order}, key ${press.key},`;
    if (tries.length > 1) lost.push(`${name} has ${tries.length} events`);
    if (yes.length > 1) lost.push(`${name} was answered as done ${yes.length} times`);
    if (yes.length > 0 && !event) lost.push(`${name} was answered as done, and has no event`);
    if (event && yes.length === 0 && !press.wasUnclear) lost.push(`${name} was never done, and has an event`);
    if (event && yes[0]) done.push({ sentAt: press.sentAt, answeredAt: yes[0].at, event });
  }
  return { lost, done };
}

/** Of two presses on one order, one answered before the other was sent, the events stand in that order. */
function checkMoments(done: Done[]): string[] {
  const lost: string[] = [];
  for (const [order, all] of Map.groupBy(done, ({ event }) => event.order)) {
    const sorted = all.toSorted((a, b) => a.event.id - b.event.id);
    // The earliest answer among all that come later in the log.
    let earliest = Number.POSITIVE_INFINITY;
    for (const { sentAt, answeredAt, event } of sorted.toReversed()) {
      if (earliest < sentAt)
        lost.push(`event ${event.id} of order ${order} stands before one that was answered earlier`);
      earliest = Math.min(earliest, answeredAt);
    }
  }
  return lost;
}

const checkRuns = (runs: RunAtEnd[]): string[] =>
  runs.flatMap(({ id, hasLeft, loggedTimes }) =>
    loggedTimes === (hasLeft ? 1 : 0) ? [] : [`run ${id} is logged as leaving ${loggedTimes} times`],
  );

/** A letter that an order has left is held for a minute, and sent soon after. */
const HELD_MS = 90_000;

/** What became of an order before the letter that it had left was sent: that letter was taken back. */
const mayBeWithdrawn = (event: EventRow, events: EventRow[]): boolean =>
  event.after === 'out' &&
  events.some(
    ({ what, order, id, at }) => what === 'stage' && order === event.order && id > event.id && at - event.at < HELD_MS,
  );

/** A letter for each order that left with its van, arrived or came back; of one that arrived at once, that it left may be missing. */
function checkLetters({ orders, events, letters, keys, phone }: WholeDay): string[] {
  const users = new Map(orders.map(({ id, user }) => [id, user]));
  const kindOf = ({ after, pressedAt }: EventRow): string | undefined => {
    if (after === 'out') return pressedAt === null ? 'order-dispatched' : undefined;
    return after === 'delivered' ? 'order-delivered' : after === 'not delivered' ? 'order-not-delivered' : undefined;
  };
  const told = events.filter((event) => event.what === 'stage' && kindOf(event));
  const nameOf = (event: EventRow) => `${users.get(event.order)} ${kindOf(event)}`;
  const due = told.map(nameOf);
  const sure = told.filter((event) => !mayBeWithdrawn(event, events)).map(nameOf);
  const count = (names: string[], name: string) => names.filter((one) => one === name).length;
  const wrong = [...new Set([...due, ...letters])]
    .filter((name) => count(letters, name) > count(due, name) || count(letters, name) < count(sure, name))
    .map((name) => `letters to ${name}: ${count(letters, name)} of ${count(due, name)}`);
  const forgotten = phone
    .filter(({ key, answers, isRefused }) => answers.length > 0 && !isRefused && !keys.has(key))
    .map(({ key }) => `the press ${key} was answered, and its key is not kept`);
  return [...wrong, ...forgotten];
}
