import type { Ticket } from '#contract/desk.ts';
import type { FlowerLike, MakeSwap } from '#contract/desk-swaps.ts';
import { SOMETHING_ELSE } from './offered-flowers.ts';
import type { TicketLine } from './ticket-data.ts';

export type MissingData = {
  ticket: Ticket;
  line: TicketLine;
  /** The flower that was chosen as missing, and what could go in for it. */
  flower: string | undefined;
  offered: FlowerLike[];
};

/** The form as the API takes it. */
export function readSwap(form: FormData): Omit<MakeSwap, 'photo'> {
  const chosen = String(form.get('instead') ?? '');
  return {
    item: Number(form.get('item')),
    flower: String(form.get('flower') ?? ''),
    count: Number(form.get('count')),
    instead: chosen === SOMETHING_ELSE ? String(form.get('other') ?? '') : chosen,
    ask: form.get('how') === 'ask',
    tell: form.get('how') !== 'quiet',
  };
}
