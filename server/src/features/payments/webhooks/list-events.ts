import type { Deps } from '#server/deps.ts';
import { EVENTS_AT_ONCE } from '../paypal/paypal.ts';
import type { ProviderEvent } from '../paypal/paypal-responses.ts';

const MINUTE = 60_000;
/** PayPal lists the events of a month; a minute less, because its clock is not ours. */
const LISTED_FOR_MS = 30 * 24 * 60 * MINUTE - MINUTE;

/** Since when PayPal still lists events. */
export const earliestListed = (now: Date): Date => new Date(now.getTime() - LISTED_FOR_MS);

/** All events, the oldest first. PayPal sends pages from the newest back; each begins where the one before ended. */
export async function listEvents({ paypal }: Pick<Deps, 'paypal'>, since: Date, now: Date): Promise<ProviderEvent[]> {
  const found = new Map<string, ProviderEvent>();
  for (let until = now; ; ) {
    const page = await paypal.listEvents(since, until);
    for (const event of page) found.set(event.id, event);
    const oldest = Date.parse(page.at(-1)?.create_time ?? '');
    if (page.length < EVENTS_AT_ONCE) break;
    if (!(oldest < until.getTime())) throw new Error('PayPal tells of more at one moment than it lists at once.');
    until = new Date(oldest);
  }
  return [...found.values()].reverse();
}
