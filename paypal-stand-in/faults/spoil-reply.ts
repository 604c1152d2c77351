import { makeDebugId } from '../ids.ts';
import { Problem } from '../problem.ts';
import type { Reply } from '../stand-in.ts';
import type { Fault } from './fault.ts';

/** What is done with a reply: it is sent, never sent, or the connection is reset. */
export type Outcome =
  | { send: Reply | { status: number; text: string; type: string } }
  | { hang: number }
  | { cut: true };

const HANG_MS = 120_000;

/** Throws a refusal that a rule asks for, before any work is done. */
export function requireNoRefusal({ status, retryAfter }: Fault): void {
  if (status === undefined) return;
  throw new Problem(status, [], retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

/** The work is committed; this is what the caller receives. */
export function spoilReply(then: Fault, reply: Reply): Outcome {
  if (then.commitThenReset) return { cut: true };
  if (then.commitThenTimeout) return { hang: then.commitThenTimeout === true ? HANG_MS : then.commitThenTimeout };
  if (then.commitThen500) return { send: toReply(new Problem(500)) };
  if (then.htmlPage !== undefined) {
    const text = '<!doctype html><html lang="en"><title>Error</title><h1>Something went wrong</h1></html>';
    return { send: { status: then.htmlPage, text, type: 'text/html' } };
  }
  if (then.malformedJson) {
    return {
      send: { status: reply.status, text: JSON.stringify(reply.body ?? {}).slice(0, -7), type: 'application/json' },
    };
  }
  if (reply.status >= 300) return { send: reply };
  let body = reply.body;
  if (then.withoutId && typeof body === 'object' && body) body = { ...body, id: undefined };
  if (then.wrongAmount !== undefined) body = withAmount(body, then.wrongAmount);
  return { send: { ...reply, body } };
}

export function toReply(problem: Problem): Reply {
  const { status, name, message, details, headers } = problem;
  const debugId = makeDebugId();
  return {
    status,
    headers: { ...headers, 'Paypal-Debug-Id': debugId },
    body: { name, message, debug_id: debugId, ...(details.length > 0 && { details }) },
  };
}

type Paid = { amount?: { value: string }; captures?: unknown; payments?: unknown; purchase_units?: unknown };

/** The same body with another value in every amount. */
function withAmount(body: unknown, value: string): unknown {
  if (Array.isArray(body)) return body.map((item) => withAmount(item, value));
  if (typeof body !== 'object' || body === null) return body;
  const { amount, captures, payments, purchase_units } = body as Paid;
  return {
    ...body,
    ...(amount && { amount: { ...amount, value } }),
    ...(captures !== undefined && { captures: withAmount(captures, value) }),
    ...(payments !== undefined && { payments: withAmount(payments, value) }),
    ...(purchase_units !== undefined && { purchase_units: withAmount(purchase_units, value) }),
  };
}
