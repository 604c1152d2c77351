import type { Registered } from '#contract/accounts.ts';
import { consentWords } from '#contract/reminder-words.ts';
import type { NewReminder, Reminder } from '#contract/reminders.ts';
import { sql } from '#server/platform/database/drizzle.ts';
import { registerSomeone } from './people.ts';
import type { openTestShop } from './test-shop.ts';

type Shop = Awaited<ReturnType<typeof openTestShop>>;

/** A filled-in form, with the words that stand beside its button. */
export function fillReminder(changes: Partial<NewReminder> = {}): NewReminder {
  const form = {
    who: 'Nell',
    occasion: 'birthday' as const,
    month: 12,
    day: 17,
    every_year: true,
    lead_days: 10 as const,
    ...changes,
  };
  return { consent: consentWords(form), ...form };
}

export async function addReminderFor(
  shop: Shop,
  { access }: Pick<Registered, 'access'>,
  changes: Partial<NewReminder> = {},
): Promise<Reminder> {
  const body = fillReminder(changes);
  const response = await shop.call('POST', '/api/user/profile/reminders/', { token: access, body });
  if (response.status !== 201) throw new Error(`Remembering was answered ${response.status}: ${response.body}`);
  return response.json();
}

/** Someone whose address is confirmed. */
export async function registerConfirmed(shop: Shop): Promise<Registered> {
  const someone = await registerSomeone(shop);
  await shop.deps.db.execute(sql`update users set email_confirmed_at = now() where id = ${someone.user.id}`);
  return someone;
}
