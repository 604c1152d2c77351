import type { HttpClient, HttpRequest, Reply } from '../../rig/http-client.ts';
import type { Kind } from './traffic-model.ts';

/** One answer: of which kind, in which hour of the day it was due, and how long after that it was there. */
export type Answer = { kind: Kind; hour: number; ms: number; failure?: string };
export type Tape = Answer[];

const BUYING: [method: string, path: RegExp, kind: Kind][] = [
  ['POST', /^\/api\/user\/register\/$/, 'register'],
  ['POST', /^\/api\/user\/login\/$/, 'log in'],
  ['POST', /^\/api\/user\/orders\/$/, 'start a cart'],
  ['GET', /^\/api\/user\/orders\/\?status=P$/, 'read the cart'],
  ['PATCH', /\/order-items\/\d+\/$/, 'change the cart'],
  ['POST', /^\/api\/user\/profile\/address\/$/, 'address and note'],
  ['PATCH', /\/update-(shipping-address|text)\/$/, 'address and note'],
  ['POST', /\/paypal\/create-order\/$/, 'open the payment'],
  ['POST', /\/paypal\/capture-order\/$/, 'capture'],
  ['GET', /^\/api\/user\/orders\/\d+\/$/, 'read the order'],
];

export function kindOf({ method = 'GET', path }: HttpRequest): Kind {
  const [, , kind] = BUYING.find(([how, where]) => how === method && where.test(path)) ?? [];
  if (!kind) throw new Error(`${method} ${path} is no call of the model.`);
  return kind;
}

/** Sends and writes down. What the sender itself was late by is added: whoever should have come then has waited since. */
export async function sendOnTape(
  client: HttpClient,
  request: HttpRequest,
  { kind, hour, lateMs, tape }: { kind: Kind; hour: number; lateMs: number; tape: Tape },
): Promise<Reply> {
  const start = performance.now();
  const note = (failure?: string) =>
    tape.push({ kind, hour, ms: lateMs + performance.now() - start, ...(failure && { failure }) });
  try {
    const reply = await client.send(request);
    note(reply.status < 300 ? undefined : `${kind} was answered ${reply.status}`);
    return reply;
  } catch (error) {
    note(`${kind}: ${(error as Error).message}`);
    throw error;
  }
}
