/** What happened to an order, as its row says it; moments in milliseconds. */
export type EventRow = {
  id: number;
  order: number;
  staff: number | null;
  what: string;
  before: string | null;
  after: string | null;
  at: number;
  pressedAt: number | null;
};

/** Something that a member of staff pressed for one order: which event it makes, if it makes one. */
export type BenchPress = {
  staff: number;
  order: number;
  /** As `labelOf` names the event. */
  label: string;
  sentAt: number;
  /** Not there if no answer came: then it may have been done or not. `perhaps` where an answer does not say it. */
  answer?: { at: number; done: boolean | 'perhaps' };
};

/** How a try to deliver ended: pressed once, under one key, and sent as often as it takes. */
export type PhonePress = {
  staff: number;
  order: number;
  key: string;
  outcome: string;
  /** No two presses of a proof have the same, so that events can be told apart. */
  pressedAt: number;
  sentAt: number;
  /** The answers that came; one of a refusal is that of none. */
  answers: { at: number; done: boolean }[];
  isRefused: boolean;
  /** It was sent at least once without being answered. */
  wasUnclear: boolean;
};

/** The same words for a press and for the event that it makes. */
export const labelOf = ({ what, before, after }: Pick<EventRow, 'what' | 'before' | 'after'>): string => {
  if (what === 'stage') return `${before} → ${after}`;
  if (what === 'tied') return `${Number.parseInt(after ?? '', 10)} tied`;
  return `${what} ${after ?? 'none'}`;
};
