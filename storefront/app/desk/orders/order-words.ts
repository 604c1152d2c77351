import { formatDay } from '#contract/delivery.ts';
import type { DeskEvent } from '#contract/desk-orders.ts';
import type { OrderStage } from '#contract/orders.ts';
import { STAGE_WORDS } from '../stage-shape.tsx';

/** What each letter is about. */
const LETTER_WORDS: Record<string, string> = {
  'order-confirmed': 'Confirmation',
  'order-refunded': 'Letter about a refund',
  'order-cancelled': 'Letter about the cancellation',
  'cancel-declined': 'Letter that it is not cancelled',
  'order-changed': 'Letter about the change',
  'order-changed-by-buyer': 'Letter to the shop about the buyer’s change',
  'order-replaced': 'Letter about the new flowers',
  'order-dispatched': 'Letter that it is on its way',
  'order-delivered': 'Letter that it has come',
  'order-not-delivered': 'Letter that nobody was in',
  'review-invited': 'Question for a review',
  'claim-taken': 'Letter that the claim arrived',
  'claim-answered': 'Answer to the claim',
  'swap-asked': 'Question about a flower',
  'swap-made': 'Letter about a flower',
};
export const letterWords = (kind: string): string => LETTER_WORDS[kind] ?? 'Letter';

const stageWords = (stage: string | null): string => STAGE_WORDS[stage as OrderStage] ?? stage ?? '';

/** What happened, in a few words; `before` and `after` are told apart from it. */
const EVENT_WORDS: Record<string, (event: DeskEvent) => string> = {
  placed: ({ after }) => (after === 'to tie' ? 'Made as a replacement' : 'Agreed, payment asked for'),
  stage: ({ before, after }) => (before === 'awaiting payment' ? 'Paid' : stageWords(after)),
  day: () => 'Another day',
  address: () => 'Another address',
  card: () => 'Another card',
  wishes: () => 'Other wishes for the day',
  'note written': () => 'Internal note',
  'refund asked': ({ after }) => `Refund of ${after} asked for`,
  refunded: () => 'Refunded',
  reversed: () => 'Taken back by the buyer’s bank',
  'refund failed': () => 'A refund was not made',
  'letter sent again': ({ after }) => `${letterWords(after ?? '')}, sent again`,
  replaced: ({ after }) => `Replaced by order ${after}`,
  'cancel asked': () => 'Asked to cancel',
  'cancel declined': () => 'Declined to cancel',
  claim: ({ after }) => `Claim ${after}`,
  handover: () => 'At the door',
  run: ({ before, after }) =>
    after ? `${before ? 'Moved to' : 'Put on'} ${runOf(after)}` : `On ${runOf(before ?? '')} no more`,
  swap: () => 'Flower swapped',
  'swap asked': () => 'Buyer asked about a flower',
  'swap answered': ({ after }) => (after === 'fine' ? 'Buyer: fine' : 'Buyer: please call me'),
  'cannot be tied': () => 'Cannot be tied',
  'can be tied': () => 'Can be tied again',
  'carrier number': () => 'The carrier’s number',
  tied: () => 'Counted',
};

/** `run 1` of `run 1 of 2026-11-17`. */
const runOf = (text: string): string => /^run \d+/.exec(text)?.[0] ?? 'its run';

export const eventWords = (event: DeskEvent): string =>
  EVENT_WORDS[event.what]?.(event) ?? event.what.charAt(0).toUpperCase() + event.what.slice(1);

const SILENT = new Set([
  'note written',
  'refund asked',
  'letter sent again',
  'replaced',
  'claim',
  'placed',
  'stage',
  'swap answered',
]);
const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value);
const toWords = (value: string): string => (isDay(value) ? formatDay(value) : value);

/** The value before and after, where the words do not say it. */
export function eventValues({ what, before, after }: DeskEvent): { before: string | null; after: string | null } {
  if (SILENT.has(what)) return { before: null, after: null };
  // The sum before is that of the refund before.
  if (what === 'refunded') return { before: null, after: after && `${after} in all` };
  return { before: before === null ? null : toWords(before), after: after === null ? null : toWords(after) };
}

export const whoWords = ({ by, who }: Pick<DeskEvent, 'by' | 'who'>): string => {
  if (by === 'buyer') return 'The buyer';
  return by === 'shop' ? 'By itself' : who;
};
