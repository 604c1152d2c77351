import { createHash } from 'node:crypto';
import { refuse } from './problem.ts';
import type { Call, StandIn } from './stand-in.ts';
import type { ResponseRecord } from './store/records.ts';
import { DAY_MS, HOUR_MS } from './time.ts';

export const ORDERS_STORED_MS = 6 * HOUR_MS;
export const REFUNDS_STORED_MS = 45 * DAY_MS;

/**
 * The stored response to this PayPal-Request-Id, until PayPal would delete it; the same id for another request is
 * refused.
 */
export function findStoredResponse({ store }: StandIn, call: Call): ResponseRecord | undefined {
  const id = readRequestId(call);
  const stored = id === undefined ? undefined : store.tables.answers.get(id);
  if (!stored || stored.keptUntil <= store.now()) return undefined;
  if (stored.fingerprint !== fingerprint(call)) throw refuse('DUPLICATE_REQUEST_ID');
  return stored;
}

/** The row that makes a repeat of this call harmless; none when the call carries no id. */
export function toStoredResponse(
  { store }: StandIn,
  call: Call,
  storeMs: number,
  outcome: Pick<ResponseRecord, 'made' | 'refused'>,
): ResponseRecord[] {
  const id = readRequestId(call);
  if (id === undefined) return [];
  return [{ id, keptUntil: store.now() + storeMs, fingerprint: fingerprint(call), ...outcome }];
}

function readRequestId(call: Call): string | undefined {
  const id = call.header('paypal-request-id');
  if (id === undefined) return undefined;
  if (id.length < 1 || id.length > 108)
    throw refuse('INVALID_STRING_LENGTH', { field: 'PayPal-Request-Id', value: id });
  return `${call.path.split('/')[2]} ${id}`;
}

const fingerprint = (call: Call) =>
  createHash('sha256')
    .update(`${call.path} ${JSON.stringify(call.body ?? {})}`)
    .digest('base64url');

export const wantsAll = (call: Call) => /return=representation/i.test(call.header('prefer') ?? '');
