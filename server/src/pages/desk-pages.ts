import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { requireOwnOrigin } from '#server/features/staff/at-desk.ts';
import { workForKnownColleague } from '#server/features/staff/find-colleague.ts';
import { deskCookieName, readCookie } from '#server/features/staff/sign-in/desk-cookie.ts';
import { chooseCoding, compress, isCompressible } from '#server/platform/http/cache/compress.ts';
import { createTurns } from '#server/platform/http/limits/draw-in-turn.ts';
import { currentRequest } from '#server/platform/watch/current-request.ts';
import type { CallDesk, ServerTools, Storefront } from './storefront.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Its address leads nowhere else, it is never stored, and search engines do not show it. */
const HEADERS = {
  'cache-control': 'no-store',
  vary: 'Cookie, Accept-Encoding',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'same-origin',
};
/** Of a form that a page sends without scripts. */
const LONGEST_FORM = 64 * 1024;

/**
 * The pages of the desk, rendered for whoever sent the request and never cached. Forms that are sent without scripts come here
 * too. The rules of who may what are those of the API, which every page and form calls.
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
        const drawn = await storefront.render(toWebRequest(deps, request), {
          ...tools,
          nonce,
          deliveryRules: undefined,
          shopDetails: undefined,
          callDesk: callAs(app, request),
        });
        return { drawn, isMadeUp: currentRequest()?.sender?.group !== undefined };
      });

    const send = async (request: FastifyRequest, reply: FastifyReply) => {
      requireOwnOrigin(deps, request);
      const secret = readCookie(request.headers.cookie, deskCookieName(deps.config));
      if (secret) workForKnownColleague(deps, secret);
      const nonce = randomBytes(16).toString('hex');
      const response = await draw(request, nonce);
      const text = await response.text();
      const type = response.headers.get('content-type') ?? undefined;
      reply.code(response.status).headers(HEADERS);
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      if (!type?.startsWith('text/html')) return sendCompressed(request, reply, type, text);
      reply.header('content-security-policy', storefront.policyFor(text, nonce));
      return sendCompressed(request, reply, type, text.replaceAll(` nonce="${nonce}"`, ''));
    };

    for (const url of ['/desk', '/desk.data', '/desk/*'])
      app.route({ method: ['GET', 'HEAD', 'POST'], url, schema: { hide: true }, handler: send });
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
function callAs(app: FastifyInstance, { headers, ip }: FastifyRequest): CallDesk {
  const { cookie, origin, host, 'user-agent': device } = headers;
  const same = {
    ...(cookie && { cookie }),
    ...(origin && { origin }),
    ...(host && { host }),
    'user-agent': device ?? '',
  };
  return async (method, url, body) => {
    const response = await app.inject({
      method: method as Method,
      url,
      remoteAddress: ip,
      headers: { ...same, 'accept-encoding': 'identity' },
      ...(body !== undefined && { payload: body as object }),
    });
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    return { status: response.statusCode, body: response.payload ? JSON.parse(response.payload) : undefined, cookies };
  };
}

function toWebRequest({ config }: Deps, { raw, method, headers, body }: FastifyRequest): Request {
  // Without the origin, which was checked: the router knows one name of the shop only.
  const kept = ['content-type', 'accept'].flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request(new URL(raw.url ?? '/desk', config.publicUrl), {
    method,
    headers: [...kept, ['host', new URL(config.publicUrl).host]],
    ...(method === 'POST' && { body: new Uint8Array((body as Buffer | undefined) ?? []) }),
  });
}
