import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { PRETENDED_PAYPAL } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Busy, PaymentAway } from '#server/errors.ts';
import { countAttempts } from '#server/features/accounts/throttle.ts';
import { limitConcurrency } from '#server/platform/concurrency-limit.ts';
import { networkOf } from '#server/platform/http/limits/network-of.ts';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 256 * 1024;
/** Queued per network: one visitor's requests must not use up all connections. */
const limited = limitConcurrency({ atOnce: 8, longestWaitMs: TIMEOUT_MS, tooLate: () => new Busy() });

const WINDOW = '/checkoutnow';
/** The script with the buttons, and the window with its parts. */
const FETCHED = ['/sdk/js', WINDOW, `${WINDOW}/page.js`, `${WINDOW}/page.css`];
/** The buyer's choice in the window. */
const APPROVE = `${WINDOW}/approve`;
const Approval = z.strictObject({
  token: z.string().regex(/^[\w-]{1,36}$/),
  funding: z.enum(['paypal', 'card']).optional(),
  declined: z.boolean().optional(),
});

/**
 * A reverse proxy for what a browser needs of the stand-in on this machine, so that no page of the shop ever names
 * another origin. Only these paths are proxied: the API and the controls of the stand-in cannot be reached through the
 * shop.
 */
export const pretendedPaypalRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { apiBase, sdkUrl } = deps.config.paypal;
    if (!sdkUrl?.startsWith(PRETENDED_PAYPAL)) return;

    for (const path of FETCHED) {
      app.get(`${PRETENDED_PAYPAL}${path}`, { schema: { hide: true } }, async (request, reply) => {
        // The window must be able to message the page that opened it.
        if (path === WINDOW) reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
        return proxy(request, `${apiBase}${path}${queryOf(request)}`, {}, reply);
      });
    }

    app.post(
      `${PRETENDED_PAYPAL}${APPROVE}`,
      { bodyLimit: 1024, schema: { hide: true, body: Approval } },
      async (request, reply) => {
        await countAttempts(deps, [{ what: 'approve a pretended payment', who: networkOf(request.ip) }]);
        const headers = { 'content-type': 'application/json' };
        return proxy(
          request,
          `${apiBase}${APPROVE}`,
          { method: 'POST', headers, body: JSON.stringify(request.body) },
          reply,
        );
      },
    );
  };

const queryOf = ({ url }: FastifyRequest): string => new URL(url, 'http://shop').search;

/** The only headers that are proxied; the shop sets its own on every response. */
const PROXIED_HEADERS = ['content-type', 'content-security-policy', 'referrer-policy'];

async function proxy(
  { ip }: FastifyRequest,
  address: string,
  init: RequestInit,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, headers, body } = await limited(() => fetchUpstream(address, init), networkOf(ip));
  for (const name of PROXIED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  return reply.code(status).headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }).send(body);
}

async function fetchUpstream(address: string, init: RequestInit) {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, headers: response.headers, body: await readAtMost(response, MOST_BYTES) };
  } catch (cause) {
    throw Object.assign(new PaymentAway(), { cause });
  }
}

async function readAtMost({ body }: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error('The answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
