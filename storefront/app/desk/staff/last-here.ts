import { capitalise } from '#contract/capitalise.ts';
import { whenWords } from '#contract/moments.ts';

const NOW_MS = 5 * 60_000;

/** When somebody was last here: 'Now', 'Today at 10:31'. */
export const lastHere = (moment: string, now: string): string =>
  Date.parse(now) - Date.parse(moment) < NOW_MS ? 'Now' : capitalise(whenWords(moment, now));
