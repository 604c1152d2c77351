import type { Day } from '#contract/day.ts';
import type { ChangeDay, ChangeDays, ChangeDelivery, ChangeWeek } from '#contract/desk-calendar.ts';
import type { Transaction } from '../database/connect.ts';
import { changeDays } from '../delivery/change-days.ts';
import { type Changed, changeDay, changeDelivery, changeWeek, hasChanged } from '../delivery/change-delivery.ts';
import type { Deps } from '../deps.ts';
import type { DoneBy } from '../staff/done-by.ts';
import { type DeskAction, writeDeskLog } from '../staff/write-desk-log.ts';

type Doing = Pick<Deps, 'clock' | 'db'>;

// Pages and the command line change delivery by these. What is already so is not written down again.

export const changeDayAtDesk = (deps: Doing, by: DoneBy, day: Day, change: ChangeDay): Promise<void> =>
  write(deps, by, 'set day', numberOf(day), (tx) => changeDay(tx, deps.clock.now(), day, change));

/** One line for the whole range. */
export async function changeDaysAtDesk({ clock, db }: Doing, by: DoneBy, change: ChangeDays): Promise<void> {
  const { from, to, open, words } = change;
  await db.transaction(async (tx) => {
    const { days, before } = await changeDays(tx, clock.now(), change);
    if (days === 0) return;
    const details = { from, to, days, before, after: open ? 'open' : words };
    const action = open ? 'open days' : 'close days';
    await writeDeskLog(tx, { at: clock.now(), ...by, action, subjectId: numberOf(from), details });
  });
}

export const changeWeekAtDesk = (deps: Doing, by: DoneBy, change: ChangeWeek): Promise<void> =>
  write(deps, by, 'set week', 0, (tx) => changeWeek(tx, change));

export const changeDeliveryAtDesk = (deps: Doing, by: DoneBy, change: ChangeDelivery): Promise<void> =>
  write(deps, by, 'set delivery', 0, (tx) => changeDelivery(tx, change));

/** The log's subject is a number: the day's digits. */
const numberOf = (day: Day): number => Number(day.replaceAll('-', ''));

async function write(
  { clock, db }: Doing,
  by: DoneBy,
  action: DeskAction,
  subjectId: number,
  act: (tx: Transaction) => Promise<Changed>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const changed = await act(tx);
    if (hasChanged(changed)) await writeDeskLog(tx, { at: clock.now(), ...by, action, subjectId, details: changed });
  });
}
