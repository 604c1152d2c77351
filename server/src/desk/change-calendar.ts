import type { Day } from '#contract/day.ts';
import type {
  CalendarDay,
  ChangeDay,
  ChangeDays,
  ChangeDelivery,
  ChangeWeek,
  DeliverySettings,
  DeskCalendar,
} from '#contract/desk-calendar.ts';
import type { Deps } from '#server/deps.ts';
import { changeDays } from '#server/features/delivery/change-days.ts';
import {
  type Changed,
  changeDay,
  changeDelivery,
  changeWeek,
  hasChanged,
} from '#server/features/delivery/change-delivery.ts';
import { findCalendarDay, listCalendar, listRange } from '#server/features/delivery/list-calendar.ts';
import { readSettings } from '#server/features/delivery/read-settings.ts';
import type { DoneBy } from '#server/features/staff/done-by.ts';
import { type DeskAction, writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Transaction } from '#server/platform/database/connect.ts';

type CalendarDeps = Pick<Deps, 'clock' | 'db'>;

// Pages and the command line change delivery by these. What is already so is not written down again. They return what is so then:
// another owner may change it in the next moment.

export const changeDayAtDesk = (deps: CalendarDeps, by: DoneBy, day: Day, change: ChangeDay): Promise<CalendarDay> =>
  write(
    deps,
    by,
    'set day',
    numberOf(day),
    (tx) => changeDay(tx, deps.clock.now(), day, change),
    (tx) => findCalendarDay(tx, deps.clock.now(), day),
  );

/** One line for the whole range. */
export async function changeDaysAtDesk(
  { clock, db }: CalendarDeps,
  by: DoneBy,
  change: ChangeDays,
): Promise<CalendarDay[]> {
  const { from, to, open, words } = change;
  return db.transaction(async (tx) => {
    const { days, before } = await changeDays(tx, clock.now(), change);
    if (days > 0) {
      const details = { from, to, days, before, after: open ? 'open' : words };
      const action = open ? 'open days' : 'close days';
      await writeDeskLog(tx, { at: clock.now(), ...by }, action, numberOf(from), details);
    }
    return listRange(tx, clock.now(), from, to);
  });
}

export const changeWeekAtDesk = (deps: CalendarDeps, by: DoneBy, change: ChangeWeek): Promise<DeskCalendar> =>
  write(
    deps,
    by,
    'set week',
    0,
    (tx) => changeWeek(tx, change),
    (tx) => listCalendar(tx, deps.clock.now()),
  );

export const changeDeliveryAtDesk = (
  deps: CalendarDeps,
  by: DoneBy,
  change: ChangeDelivery,
): Promise<DeliverySettings> => write(deps, by, 'set delivery', 0, (tx) => changeDelivery(tx, change), readSettings);

/** The log's subject is a number: the day's digits. */
const numberOf = (day: Day): number => Number(day.replaceAll('-', ''));

function write<T>(
  { clock, db }: CalendarDeps,
  by: DoneBy,
  action: DeskAction,
  subjectId: number,
  act: (tx: Transaction) => Promise<Changed>,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const changed = await act(tx);
    if (hasChanged(changed)) await writeDeskLog(tx, { at: clock.now(), ...by }, action, subjectId, changed);
    return read(tx);
  });
}
