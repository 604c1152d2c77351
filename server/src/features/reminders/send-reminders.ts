import type { Day } from '#contract/day.ts';
import { addDays, isDeliveryDay, londonDay, londonTime, nextDelivery } from '#contract/delivery.ts';
import type { DeliveryRules } from '#contract/delivery-rules.ts';
import { nextOccurrence } from '#contract/reminder-days.ts';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { lockUser } from '#server/features/accounts/lock-user.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, asc, eq, gt, isNotNull, isNull, sql } from '#server/platform/database/drizzle.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import { chooseBouquets } from './choose-bouquets.ts';
import { type ReminderRow, reminders } from './table.ts';
import { writeReminder } from './write-reminder.ts';

type ReminderDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'delivery' | 'log' | 'mail' | 'secrets'>;

/** On a clock in London: nobody is woken by it, and there is time to order. */
const FIRST_HOUR = '08:00';
const LAST_HOUR = '20:00';
const BATCH = 200;

const isDue = (today: Day) =>
  and(isNotNull(reminders.nextOn), isNull(reminders.stoppedAt), sql`${reminders.sendOn} <= ${today}`);

/**
 * Posts the letters that are due, by day. A letter that could not leave on its day, because the shop was closed or the address not
 * confirmed, leaves late while flowers can still come in time; afterwards the reminder moves on without one.
 */
export async function sendReminders(deps: ReminderDeps): Promise<void> {
  const now = deps.clock.now();
  const today = londonDay(now);
  const isDay = londonTime(now) >= FIRST_HOUR && londonTime(now) < LAST_HOUR;
  let last = 0;
  let found: { id: number; userId: number }[];
  do {
    found = await deps.db
      .select({ id: reminders.id, userId: reminders.userId })
      .from(reminders)
      .where(and(isDue(today), gt(reminders.id, last)))
      .orderBy(asc(reminders.id))
      .limit(BATCH);
    for (const { id, userId } of found) await handle(deps, { id, userId, now, today, isDay });
    last = found.at(-1)?.id ?? last;
  } while (found.length === BATCH);
  await forgetPast(deps, today);
}

type Due = { id: number; userId: number; now: Date; today: Day; isDay: boolean };

/**
 * A transaction for each, which locks the user first: an account deleted meanwhile is skipped, and a failure stops no other. That
 * it was sent and the letter itself are committed together. Whoever comes second finds the reminder moved on.
 */
async function handle(deps: ReminderDeps, due: Due): Promise<void> {
  const handled = deps.db.transaction(async (tx) => {
    const user = await lockUser(tx, due.userId);
    const [reminder] = await tx
      .select()
      .from(reminders)
      .where(and(eq(reminders.id, due.id), isDue(due.today)))
      .for('update');
    if (!reminder?.nextOn) return;
    if (reminder.nextOn <= due.today) return moveOn(tx, reminder, due.today);
    // Nobody is asked to buy who cannot.
    if (!due.isDay || !user.emailConfirmedAt || user.stoppedAt) return;
    const rules = deps.delivery.rules();
    const arrivesOn = deliveryFor(reminder.nextOn, due.now, rules);
    const bouquets = arrivesOn ? await chooseBouquets(tx, reminder.occasion, arrivesOn) : [];
    if (!arrivesOn || bouquets.length === 0) return;
    const told = { date: reminder.nextOn, arrivesOn, bouquets, rules, now: due.now };
    await moveOn(tx, reminder, reminder.nextOn, { sentFor: reminder.nextOn });
    await deps.mail.post(tx, writeReminder(deps, user, reminder, told), user.id);
  });
  await handled.catch((error) => {
    if (error instanceof NotSignedIn) return;
    deps.log.error({ err: describeFailure(error), reminder: due.id }, 'A reminder could not be sent');
  });
}

async function moveOn(tx: Transaction, reminder: ReminderRow, from: Day, sent: { sentFor?: Day } = {}): Promise<void> {
  const nextOn = reminder.everyYear ? nextOccurrence(reminder, from) : null;
  await tx
    .update(reminders)
    .set({ nextOn, ...sent })
    .where(eq(reminders.id, reminder.id));
}

/** Those of one date only, once it is over. Shown until then, so that somebody who wonders finds that the letter was sent. */
async function forgetPast({ db }: ReminderDeps, today: Day): Promise<void> {
  await db
    .delete(reminders)
    .where(
      and(
        eq(reminders.everyYear, false),
        isNull(reminders.nextOn),
        sql`coalesce(${reminders.sentFor} < ${today}, true)`,
      ),
    );
}

/**
 * The last day on which flowers can come in time for a date: the date itself, or an earlier one if we do not deliver then or all
 * places are taken. Undefined if none is left: then a letter would be of no use.
 */
function deliveryFor(date: Day, now: Date, rules: DeliveryRules): Day | undefined {
  const { day: soonest } = nextDelivery(now, rules);
  for (let day = date; day >= soonest; day = addDays(day, -1)) {
    if (isDeliveryDay(day, rules) && !rules.full.includes(day)) return day;
  }
  return undefined;
}
