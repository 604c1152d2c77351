import { randomBytes } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { requireOwnOrigin } from '#server/features/staff/at-desk.ts';
import { workForKnownColleague } from '#server/features/staff/find-colleague.ts';
import { deskCookieName, readCookie } from '#server/features/staff/sign-in/desk-cookie.ts';
import { chooseCoding, compress, isCompressible } from '#server/platform/http/cache/compress.ts';
import { createTurns } from '#server/platform/http/limits/draw-in-turn.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import type { ServerTools, Storefront } from './storefront.ts';

/** Its address leads nowhere else, it is never stored, and search engines do not show it. */
const HEADERS = {
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Encoding',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'same-origin',
};
/** Signing out sends nothing but itself. */
const LONGEST_FORM = 1024;

/**
 * The pages of the desk, rendered for whoever sent the request and never cached. The rules of who may what are those of the API,
 * which every page and form calls. Signing out alone is a form that is posted here: it works in a browser whose scripts do not.
 */
export const deskPages =
  (
    deps: Deps,
    storefront: Storefront,
    tools: Omit<ServerTools, 'nonce' | 'deliveryRules' | 'shopDetails' | 'callDesk'>,
  ): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_FORM }, (_request, body, done) =>
      done(null, body),
    );

    /** No cache has them: strangers, who may open the page to sign in as often as they like, draw theirs in the turn of their network. */
    const inTurn = createTurns();

    const draw = (request: FastifyRequest, nonce: string) =>
      inTurn(currentRequest()?.sender, async () => {
        const drawn = await storefront.renderDesk(toWebRequest(deps, request), {
          ...tools,
          nonce,
          deliveryRules: undefined,
          shopDetails: undefined,
          async callDesk(url) {
            const { statusCode, payload } = await app.inject({ url, ...asSender(request) });
            return { status: statusCode, body: payload ? JSON.parse(payload) : undefined };
          },
        });
        return { drawn, isMadeUp: currentRequest()?.sender?.group !== undefined };
      });

    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = readCookie(request.headers.cookie, deskCookieName(deps.config));
      if (secret) workForKnownColleague(deps, secret);
      const nonce = randomBytes(16).toString('hex');
      const response = await draw(request, nonce);
      const text = await response.text();
      const type = response.headers.get('content-type') ?? undefined;
      reply.code(response.status).headers(HEADERS);
      for (const [name, value] of response.headers) reply.header(name, value);
      if (!type?.startsWith('text/html')) return sendCompressed(request, reply, type, text);
      reply.header('content-security-policy', storefront.policyFor(text, nonce));
      return sendCompressed(request, reply, type, text.replaceAll(` nonce="${nonce}"`, ''));
    };

    for (const url of ['/desk', '/desk.data', '/desk/*'])
      app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler: send });

    app.post('/desk/sign-out', { schema: { hide: true } }, async (request, reply) => {
      requireOwnOrigin(deps, request);
      const { headers, statusCode } = await app.inject({
        method: 'POST',
        url: '/api/desk/sign-out/',
        ...asSender(request),
      });
      // Whoever is not signed out is not led to the door as if they were.
      const isOut = statusCode < 400 || statusCode === 401;
      return reply
        .header('set-cookie', headers['set-cookie'] ?? [])
        .redirect(isOut ? '/desk/sign-in' : '/desk/sign-out', 303);
    });
  };

/**
 * A page says nothing secret beside words that others choose: no token is in it, and the strict cookie does not come with a request
 * that another site makes. So its length tells nobody anything.
 */
async function sendCompressed(request: FastifyRequest, reply: FastifyReply, type: string | undefined, text: string) {
  const body = Buffer.from(text);
  const coding = isCompressible(type, body) ? chooseCoding(request.headers['accept-encoding']) : 'identity';
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(await compress(body, coding, 'quick'));
}

/** Calls the API within the process, as the browser that sent this request would. */
function asSender({ headers, host, ip }: FastifyRequest) {
  const { cookie, origin, 'user-agent': device } = headers;
  return {
    remoteAddress: ip,
    headers: {
      ...(cookie && { cookie }),
      ...(origin && { origin }),
      ...(host && { host }),
      'user-agent': device ?? '',
      'accept-encoding': 'identity',
    },
  };
}

/** Without its origin: the router knows one name of the shop only. */
const toWebRequest = ({ config }: Deps, { raw, method, headers }: FastifyRequest): Request =>
  new Request(new URL(raw.url ?? '/desk', config.publicUrl), {
    method,
    headers: { host: new URL(config.publicUrl).host, ...(headers.accept && { accept: headers.accept }) },
  });
