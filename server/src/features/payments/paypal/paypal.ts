import type { ZodType } from 'zod';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import { createPauses } from './call-pauses.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { PaypalBusy, PaypalRefused, PaypalUnclear } from './paypal-problems.ts';
import {
  type ProviderEvent,
  ProviderEvents,
  ProviderOrder,
  ProviderProblem,
  ProviderRefund,
  ProviderToken,
} from './paypal-responses.ts';

/**
 * The calls to PayPal that move or show money. Each returns PayPal's response, or throws PaypalRefused or
 * PaypalUnclear.
 */
export type Paypal = {
  createOrder(body: object, requestId: string): Promise<ProviderOrder>;
  findOrder(id: string): Promise<ProviderOrder>;
  captureOrder(id: string, requestId: string): Promise<ProviderOrder>;
  /** Gives back an amount, or all that is left. `customId` is repeated by PayPal wherever it shows the refund. */
  refundCapture(captureId: string, requestId: string, wanted?: WantedRefund): Promise<ProviderRefund>;
  /** All webhook events between two moments, delivered or not: the newest first, at most EVENTS_AT_ONCE of them. */
  listEvents(from: Date, to: Date): Promise<ProviderEvent[]>;
};

type WantedRefund = { customId: string; amountPence?: number | undefined };

export const EVENTS_AT_ONCE = 300;

/**
 * Timeouts in milliseconds, fetching a token and a retry with a new one included. Creating is tried twice within the
 * ten seconds that a browser waits; finding and then capturing or refunding ends before the lease of settle-payment.ts.
 */
const TIMEOUTS = { token: 3_000, create: 4_500, find: 5_000, capture: 9_000, refund: 9_000, list: 15_000 };
/** A token is renewed a little before it expires. */
const TOKEN_MARGIN_MS = 60_000;

/** Statuses that decide nothing: PayPal works, and this call has to be retried. 429 comes with a pause. */
const RETRYABLE = [408, 409, 429];

type Kind = keyof typeof TIMEOUTS;
type Call = { kind: Kind; path: string; method?: 'GET' | 'POST'; body?: unknown; requestId?: string };

/** The client of PayPal, or of the stand-in: the same calls to another address. */
export function createPaypal({ paypal }: Pick<Config, 'paypal'>, clock: Clock): Paypal {
  const throughCircuitBreaker = createCircuitBreaker(clock);
  const pauses = createPauses<Kind>(clock);
  let token: { value: string; until: number } | undefined;
  let tokenRequest: Promise<string> | undefined;

  const hasToken = () => token !== undefined && clock.now().getTime() < token.until;

  const fetchToken = async (): Promise<string> => {
    pauses.requireOver('token');
    const credentials = Buffer.from(`${paypal.clientId}:${paypal.clientSecret}`).toString('base64');
    const response = await fetchJson(`${paypal.apiBase}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(TIMEOUTS.token),
    });
    const busy = pauses.startIfAsked('token', response.status, response.retryAfter);
    if (busy) throw busy;
    const parsed = ProviderToken.safeParse(response.json).data;
    if (response.status !== 200 || !parsed) throw new PaypalUnclear(`PayPal gave no token (${response.status}).`);
    token = {
      value: parsed.access_token,
      until: clock.now().getTime() + parsed.expires_in * 1000 - TOKEN_MARGIN_MS,
    };
    return token.value;
  };

  /** Cached for hours: fetching a token for each call is what PayPal limits first. */
  const findToken = async (): Promise<string> => {
    if (token && hasToken()) return token.value;
    tokenRequest ??= fetchToken().finally(() => {
      tokenRequest = undefined;
    });
    return tokenRequest;
  };

  const send = async ({ path, method = 'POST', body, requestId }: Call, signal: AbortSignal) => {
    const bearer = await unlessAborted(signal, findToken());
    const response = await fetchJson(`${paypal.apiBase}${path}`, {
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

  const call = async <T>(schema: ZodType<T>, request: Call): Promise<T> => {
    // Outside the circuit breaker: a call that is not made says nothing about whether PayPal is up.
    pauses.requireOver(request.kind);
    if (!hasToken()) pauses.requireOver('token');
    return throughCircuitBreaker(async () => {
      const signal = AbortSignal.timeout(TIMEOUTS[request.kind]);
      const first = await send(request, signal);
      // PayPal may revoke a token early: one retry, with the same request id.
      const { status, json, retryAfter } = first.status === 401 ? await send(request, signal) : first;
      if (status === 200 || status === 201) {
        const parsed = schema.safeParse(json);
        if (parsed.success) return parsed.data;
        throw new PaypalUnclear('PayPal answered with something that cannot be read.');
      }
      const busy = pauses.startIfAsked(request.kind, status, retryAfter);
      if (busy) throw busy;
      const problem = ProviderProblem.safeParse(json).data;
      const isFinal = status >= 400 && status < 500 && ![401, ...RETRYABLE].includes(status) && problem !== undefined;
      const issue = problem?.details?.[0]?.issue ?? problem?.name ?? 'UNKNOWN';
      if (isFinal) throw new PaypalRefused(status, issue, problem.debug_id);
      throw new PaypalUnclear(`PayPal answered ${status} ${issue}.`, { isOutage: !RETRYABLE.includes(status) });
    });
  };

  /** Retries at once a call that may be repeated with the same request id: most failures are over by then. */
  const withRetry = async <T>(act: () => Promise<T>): Promise<T> => {
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
      withRetry(() => call(ProviderOrder, { kind: 'create', path: '/v2/checkout/orders', body, requestId })),
    findOrder: (id) => call(ProviderOrder, { kind: 'find', path: orderPath(id), method: 'GET' }),
    captureOrder: (id, requestId) =>
      call(ProviderOrder, { kind: 'capture', path: `${orderPath(id)}/capture`, body: {}, requestId }),
    async listEvents(from, to) {
      const query = new URLSearchParams({
        start_time: from.toISOString(),
        end_time: to.toISOString(),
        page_size: String(EVENTS_AT_ONCE),
      });
      const path = `/v1/notifications/webhooks-events?${query}`;
      return (await call(ProviderEvents, { kind: 'list', path, method: 'GET' })).events;
    },
    refundCapture: (captureId, requestId, wanted) =>
      call(ProviderRefund, {
        kind: 'refund',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        body: wanted ? toRefundBody(wanted) : {},
        requestId,
      }),
  };
}

const toRefundBody = ({ customId, amountPence }: WantedRefund) => ({
  custom_id: customId,
  ...(amountPence !== undefined && { amount: { currency_code: 'GBP', value: (amountPence / 100).toFixed(2) } }),
});

/**
 * Calls share one request for a token: one that times out stops waiting for it, and the request goes on for the others.
 */
async function unlessAborted<T>(signal: AbortSignal, wanted: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const abort = () => late.reject(new PaypalUnclear('PayPal could not be reached, or not in time.'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([wanted, late.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

type JsonResponse = { status: number; json: unknown; retryAfter: string | null };

async function fetchJson(url: string, init: RequestInit): Promise<JsonResponse> {
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
