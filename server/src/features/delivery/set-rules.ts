import type { Day } from '#contract/day.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { lockRules } from './lock-rules.ts';
import { deliveryDays, deliverySettings, deliveryWeekdays } from './table.ts';

type DayChange = Partial<Omit<typeof deliveryDays.$inferInsert, 'day'>>;
type GeneralChange = Partial<Omit<typeof deliverySettings.$inferInsert, 'id'>>;
type WeekdayChange = Partial<Omit<typeof deliveryWeekdays.$inferInsert, 'weekday'>>;

// The database announces each change when it is committed, and every process renews its rules: see delivery-cache.ts. Orders
// that are being placed read them from the tables: each change waits for those, so that none is placed by the old rules after it.

/** Sets what differs on one day; what is not named stays as it was. Null is as on every day. */
export async function setDay(tx: Transaction, day: Day, change: DayChange): Promise<void> {
  await lockRules(tx);
  await tx
    .insert(deliveryDays)
    .values({ day, ...change })
    .onConflictDoUpdate({ target: deliveryDays.day, set: change });
}

/** Sets what holds for every day that has no rule of its own. Null is the default of the code. */
export async function setGeneral(tx: Transaction, change: GeneralChange): Promise<void> {
  await lockRules(tx);
  await tx
    .insert(deliverySettings)
    .values({ id: 1, ...change })
    .onConflictDoUpdate({ target: deliverySettings.id, set: change });
}

/** Sets what differs on a day of the week, 0 for Sunday. */
export async function setWeekday(tx: Transaction, weekday: number, change: WeekdayChange): Promise<void> {
  await lockRules(tx);
  await tx
    .insert(deliveryWeekdays)
    .values({ weekday, ...change })
    .onConflictDoUpdate({ target: deliveryWeekdays.weekday, set: change });
}
