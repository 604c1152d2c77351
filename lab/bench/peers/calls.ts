import type { Connection } from './open-connection.ts';

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

/** What needs no account comes from the cache: its floor is to send the bytes. */
export const FROM_MEMORY: Call[] = ['list of 24', 'detail'];
export const FLOORS =
  'The floor of list and detail is node:http with the same bytes; of the others node:http with one hand-written statement for each request, no rules and no accounts.';

export type Act = () => Promise<unknown>;

/** A server under test, and how each call is sent to it. */
export type Subject = {
  name: string;
  url: string;
  pid: number;
  database?: string;
  coldStartMs?: number;
  /** Before visitors come for a call. */
  prepare?(call: Call): Promise<void>;
  /** What one visitor repeats on a connection of its own; undefined where there is no such call. */
  visit(call: Call, connection: Connection): Promise<Act> | undefined;
  stop(): Promise<void>;
};
