import { capitalise } from '#contract/capitalise.ts';
import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import { whenWords } from '#contract/moments.ts';
import type { OrderDelivery } from '#contract/order-delivery.ts';

type Steps = Pick<
  OrderDelivery,
  | 'stage'
  | 'day'
  | 'by_carrier'
  | 'tied_at'
  | 'out_at'
  | 'delivered_at'
  | 'outcome'
  | 'taken_by'
  | 'tried_at'
  | 'next_try'
>;
type DeliveryFacts = Steps & Partial<Pick<OrderDelivery, 'leaves_at' | 'stops_before'>>;

/** The stage in a few words. */
export function headlineOf({ stage, day, delivered_at, outcome }: Steps, now: Date): string {
  if (stage === 'delivered') {
    if (outcome === 'neighbour') return 'Left with a neighbour.';
    const isToday = delivered_at !== null && londonDay(new Date(delivered_at)) === londonDay(now);
    return delivered_at && isToday ? `Delivered at ${londonTime(delivered_at)}.` : 'Delivered.';
  }
  if (stage === 'not delivered') return 'Nobody was in.';
  if (stage === 'out') return 'On its way.';
  if (stage === 'tied') return 'Tied.';
  if (stage === 'cancelled') return 'Cancelled.';
  return day > londonDay(now) ? `Booked for ${formatDay(day)}.` : 'Being tied.';
}

/** What there is to say beside it; no minute is promised. */
export function explainStage(told: DeliveryFacts, now: Date): string {
  const { stage, day, delivered_at, taken_by, tried_at, next_try, out_at, by_carrier, leaves_at, stops_before } = told;
  if (stage === 'delivered')
    // The headline has the time already, if it was today.
    return headlineOf(told, now).startsWith('Delivered at')
      ? taken_by
      : [delivered_at && capitalise(whenWords(delivered_at, now)), taken_by].filter(Boolean).join(', ');
  if (stage === 'not delivered') {
    const when = tried_at ? `We were at the door ${whenWords(tried_at, now)}.` : '';
    const again = `We try again ${day > londonDay(now) ? `on ${formatDay(day)}` : 'today'}.`;
    return `${when} ${NEXT_WORDS[next_try] ?? again} Nothing for you to do.`.trim();
  }
  if (stage === 'out') {
    if (by_carrier) return `With the carrier, for ${formatDay(day)}.`;
    const since = out_at ? `With our driver since ${londonTime(out_at)}.` : 'With our driver.';
    return stops_before == null ? since : `${since} ${countStops(stops_before)}`;
  }
  if (leaves_at) return `It is to leave us at ${leaves_at}.`;
  return '';
}

const NEXT_WORDS: Partial<Record<Steps['next_try'], string>> = {
  'new flowers': 'New flowers come in their place.',
  florist: 'The florist decides what comes next.',
};

const countStops = (count: number): string => {
  if (count === 0) return 'Yours is the next stop.';
  return `${count === 1 ? 'One stop' : `${count} stops`} before yours; no times are promised, because traffic does as it likes.`;
};
