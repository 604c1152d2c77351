import type { Deps } from '../deps.ts';
import { EVENTS_AT_ONCE } from './paypal.ts';
import type { ProviderEvent } from './paypal-answers.ts';

const MINUTE = 60_000;
/** The provider remembers what it told for a month; a minute less, because its clock is not ours. */
const REMEMBERED_MS = 30 * 24 * 60 * MINUTE - MINUTE;

/** The first moment of which the provider still tells. */
export const earliestRemembered = (now: Date): Date => new Date(now.getTime() - REMEMBERED_MS);

/** The oldest first. They come in pages, each beginning where the one before ended. */
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
