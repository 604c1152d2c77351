import { setTimeout as sleep } from 'node:timers/promises';
import type { SheetTicket, Today } from '#contract/desk.ts';
import type { MyRuns, Press } from '#contract/driver-runs.ts';
import type { Random } from '#server/testing/random.ts';
import type { Member, PlannedRun } from './member.ts';
import type { Screen } from './screen.ts';

const PAUSE_MS = [40, 400] as const;
const PLACES = ['Number 7', 'Mrs Osei, flat 2', 'The café'];

/** How far the day has come: from 0 to 1. */
export type DayClock = () => number;

/** Presses what the own screen shows, until the day is over: tied, back, counted, on runs, away, and now and then by telephone. */
export async function workAtBench(
  { member, screen, random }: { member: Member; screen: Screen<Today>; random: Random },
  planned: PlannedRun[],
  clock: DayClock,
): Promise<void> {
  for (; clock() < 1; await sleep(random.between(...PAUSE_MS))) {
    const shown = screen.shown();
    if (!shown) continue;
    const tickets = shown.tickets.filter(({ leaves_on }) => leaves_on === shown.day);
    const at = (...stages: SheetTicket['stage'][]) => tickets.filter(({ stage }) => stages.includes(stage));
    const some = (from: SheetTicket[], most: number) =>
      from.length === 0 ? [] : Array.from({ length: random.between(1, most) }, () => random.oneOf(from).id);
    const unique = (ids: number[]) => [...new Set(ids)];
    const gone = shown.runs.filter(({ left_at }) => left_at !== null).length;
    const waiting = planned.filter(({ id }) => shown.runs.some((run) => run.id === id && run.left_at === null));
    const [next] = waiting;
    const chance = random.roll();
    if (chance < 0.34) {
      const ids = unique(some(at('to tie'), random.roll() < 0.1 ? 12 : 2));
      if (ids.length > 0) await member.tie(ids);
    } else if (chance < 0.5) {
      const ids = unique(some(at('tied'), 2));
      if (ids.length > 0) await member.takeBack(ids);
    } else if (chance < 0.7) {
      const several = at('to tie').filter(({ lines }) => lines.some(({ quantity }) => quantity > 1));
      if (several.length > 0) await member.count(random.oneOf(several), random.roll() < 0.7 ? 1 : -1);
    } else if (chance < 0.9) {
      const ids = unique(some(at('to tie', 'tied', 'not delivered'), 5));
      if (waiting.length > 0 && ids.length > 0) await member.putOnRun(random.oneOf(waiting), ids);
    } else if (chance < 0.95) {
      if (next && gone < Math.floor(clock() * (planned.length + 1))) await member.leave(next.id);
    } else if (at('out').length > 0) {
      // Somebody rang: the florist presses for the driver, who may press as well.
      await member.pressOutcome(random.oneOf(at('out')).id, anyOutcome(random));
    }
  }
}

/** Presses how each stop ended; some presses come late, out of order, or twice. */
export async function workOnTheRoad(
  { member, screen, random }: { member: Member; screen: Screen<MyRuns>; random: Random },
  clock: DayClock,
): Promise<void> {
  const sending: Promise<void>[] = [];
  const pressed = new Map<number, number>();
  for (; clock() < 1; await sleep(random.between(...PAUSE_MS) * 2)) {
    const stops = screen.shown()?.runs.flatMap((run) => (run.left_at ? run.stops : [])) ?? [];
    // A phone does not offer what was just pressed on it.
    const open = stops.filter(({ order, stage }) => stage === 'out' && Date.now() - (pressed.get(order) ?? 0) > 10_000);
    if (open.length === 0) continue;
    const { order } = random.oneOf(open);
    pressed.set(order, Date.now());
    const isLate = random.roll() < 0.3;
    const afterMs = isLate ? random.between(500, 8_000) : 0;
    sending.push(member.pressOutcome(order, anyOutcome(random), { afterMs, times: random.roll() < 0.25 ? 2 : 1 }));
  }
  await Promise.all(sending);
}

function anyOutcome(random: Random): Press {
  const chance = random.roll();
  if (chance < 0.35) return { outcome: 'handed over', taken_by: '' };
  if (chance < 0.5) return { outcome: 'neighbour', taken_by: random.oneOf(PLACES) };
  return { outcome: 'nobody in', taken_by: '', next: chance < 0.96 ? 'again today' : 'another day' };
}
