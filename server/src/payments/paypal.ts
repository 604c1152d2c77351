import type { ZodType } from 'zod';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { createPauses } from './call-pauses.ts';
import { createCircuit } from './circuit.ts';
import {
  type ProviderEvent,
  ProviderEvents,
  ProviderOrder,
  ProviderProblem,
  ProviderRefund,
  ProviderToken,
} from './paypal-answers.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from './paypal-problems.ts';

/** The calls of the provider that move or show money. Each either is answered, or throws PaypalRefused or PaypalUnclear. */
export type Paypal = {
  createOrder(body: object, requestId: string): Promise<ProviderOrder>;
  findOrder(id: string): Promise<ProviderOrder>;
  captureOrder(id: string, requestId: string): Promise<ProviderOrder>;
  refundCapture(captureId: string, requestId: string): Promise<ProviderRefund>;
  /** Everything it told, or tried to, between two moments: the newest first, at most EVENTS_AT_ONCE of them. */
  listEvents(from: Date, to: Date): Promise<ProviderEvent[]>;
};

export const EVENTS_AT_ONCE = 300;

/**
 * How long each may take, asking for a token and a second try with a new one included. Creating is tried twice within the
 * ten seconds of a browser; finding and then capturing or refunding is over before the lease is.
 */
const LIMITS = { token: 3_000, create: 4_500, find: 5_000, capture: 9_000, refund: 9_000, list: 15_000 };
/** A token is given up a little before its time. */
const TOKEN_MARGIN_MS = 60_000;

/** Answers that leave it open: PayPal works, and this call has to come again. 429 is among them, with a pause. */
const COME_AGAIN = [408, 409, 429];

type Kind = keyof typeof LIMITS;
type Call = { kind: Kind; path: string; method?: 'GET' | 'POST'; body?: unknown; requestId?: string };

/** Speaks with PayPal, or with the stand-in: the same calls at another address. */
export function createPaypal({ paypal }: Pick<Config, 'paypal'>, clock: Clock): Paypal {
  const throughCircuit = createCircuit(clock);
  const pauses = createPauses<Kind>(clock);
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const hasToken = () => token !== undefined && clock.now().getTime() < token.until;

  const askForToken = async (): Promise<string> => {
    pauses.requireOver('token');
    const credentials = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
    const response = await reach(`${paypal.apiBase}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(LIMITS.token),
    });
    const busy = pauses.heed('token', response.status, response.retryAfter);
    if (busy) throw busy;
    const answer = ProviderToken.safeParse(response.json).data;
    if (response.status !== 200 || !answer) throw new PaypalUnclear(`PayPal gave no token (${response.status}).`);
    token = {
      value: answer.access_token,
      until: clock.now().getTime() + answer.expires_in * 1000 - TOKEN_MARGIN_MS,
    };
    return token.value;
  };

  /** Kept for hours: asking for one each time is what PayPal limits first. */
  const findToken = async (): Promise<string> => {
    if (token && hasToken()) return token.value;
    asking ??= askForToken().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  const send = async ({ path, method = 'POST', body, requestId }: Call, signal: AbortSignal) => {
    const bearer = await before(signal, findToken());
    const response = await reach(`${paypal.apiBase}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
        ...(requestId && { 'paypal-request-id': requestId }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    if (response.status === 401 && token?.value === bearer) token = undefined;
    return response;
  };

  const ask = async <T>(schema: ZodType<T>, call: Call): Promise<T> => {
    // Before the circuit: a call that is not made says nothing about whether PayPal answers.
    pauses.requireOver(call.kind);
    if (!hasToken()) pauses.requireOver('token');
    return throughCircuit(async () => {
      const signal = AbortSignal.timeout(LIMITS[call.kind]);
      const first = await send(call, signal);
      // A token may end before its time: once more, with the same request id.
      const { status, json, retryAfter } = first.status === 401 ? await send(call, signal) : first;
      if (status === 200 || status === 201) {
        const answer = schema.safeParse(json);
        if (answer.success) return answer.data;
        throw new PaypalUnclear('PayPal answered with something that cannot be read.');
      }
      const busy = pauses.heed(call.kind, status, retryAfter);
      if (busy) throw busy;
      const problem = ProviderProblem.safeParse(json).data;
      const isFinal = status >= 400 && status < 500 && ![401, ...COME_AGAIN].includes(status) && problem !== undefined;
      const issue = problem?.details?.[0]?.issue ?? problem?.name ?? 'UNKNOWN';
      if (isFinal) throw new PaypalRefused(status, issue, problem.debug_id);
      throw new PaypalUnclear(`PayPal answered ${status} ${issue}.`, { isOutage: !COME_AGAIN.includes(status) });
    });
  };

  /** For calls that may be repeated with the same request id: once more at once, because most trouble is over by then. */
  const twice = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof PaypalUnclear) || error instanceof PaypalBusy) throw error;
      return act();
    }
  };

  const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;
  return {
    createOrder: (body, requestId) =>
      twice(() => ask(ProviderOrder, { kind: 'create', path: '/v2/checkout/orders', body, requestId })),
    findOrder: (id) => ask(ProviderOrder, { kind: 'find', path: orderPath(id), method: 'GET' }),
    captureOrder: (id, requestId) =>
      ask(ProviderOrder, { kind: 'capture', path: `${orderPath(id)}/capture`, body: {}, requestId }),
    async listEvents(from, to) {
      const query = new URLSearchParams({
        start_time: from.toISOString(),
        end_time: to.toISOString(),
        page_size: String(EVENTS_AT_ONCE),
      });
      const path = `/v1/notifications/webhooks-events?${query}`;
      return (await ask(ProviderEvents, { kind: 'list', path, method: 'GET' })).events;
    },
    refundCapture: (captureId, requestId) =>
      ask(ProviderRefund, {
        kind: 'refund',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        body: {},
        requestId,
      }),
  };
}

/** The token is asked for on everybody's behalf: whoever cannot wait for it leaves it to the others. */
async function before<T>(signal: AbortSignal, wanted: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const leave = () => late.reject(new PaypalUnclear('PayPal could not be reached, or not in time.'));
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([wanted, late.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

type Answer = { status: number; json: unknown; retryAfter: string | null };

async function reach(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error' });
    const text = await response.text();
    return { status: response.status, json: readJson(text), retryAfter: response.headers.get('retry-after') };
  } catch (cause) {
    throw new PaypalUnclear('PayPal could not be reached, or not in time.', { cause });
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
