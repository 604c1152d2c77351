import type { Wire } from './wire.ts';

/** What is asked of every shop. */
export const CALLS = [
  'list of 24',
  'detail',
  'substring search',
  'add, new cart',
  'add, existing cart',
  'cart read',
  'whole checkout',
] as const;
export type Call = (typeof CALLS)[number];

/** One call, or one whole checkout. */
export type Act = () => Promise<unknown>;

/** Something that answers, and how each call is put to it. */
export type Subject = {
  name: string;
  url: string;
  pid: number;
  /** Its database, if it has one. */
  database?: string;
  coldStartMs?: number;
  /** Before visitors come for a call. */
  prepare?(call: Call): Promise<void>;
  /** What one visitor does over and over, on a connection of their own; undefined where there is no such call. */
  visit(call: Call, wire: Wire): Promise<Act> | undefined;
  stop(): Promise<void>;
};
