import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { may, type Right } from '#contract/roles.ts';
import type { Deps } from '#server/deps.ts';
import { NotAllowed, NotSignedIn } from '#server/errors.ts';
import { checkSender } from '#server/platform/http/limits/check-late-body.ts';
import { type Colleague, findColleague, toOperator } from './find-colleague.ts';
import { deskCookieName, readCookie } from './sign-in/desk-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who works at the desk; only on routes guarded by `atDesk`. */
    colleague: Colleague;
  }
}

/** How the document of the API marks a call of the desk. */
export const AT_DESK = { security: [{ desk: [] }] };

const READS = ['GET', 'HEAD'];

/**
 * The guard of every call of the desk: a session at the desk, the right if one is named, and for a write a page of this shop as
 * its sender. Tokens of customers open nothing here. The response is not cached.
 */
export function atDesk(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'operator'>,
  right?: Right,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    requireOwnPage(deps, request, reply);
    await checkSender(request, async () => {
      const colleague = await findSender(deps, request);
      if (!colleague) throw new NotSignedIn('Please sign in at the desk.');
      if (right && !may(colleague.roles, right)) throw new NotAllowed('That is not yours to do here.');
      request.colleague = colleague;
    });
  };
}

/** Of a command on the machine of the shop there is no session, and nothing listens for anybody else. */
async function findSender(
  deps: Pick<Deps, 'clock' | 'config' | 'db' | 'operator'>,
  { headers }: FastifyRequest,
): Promise<Colleague | undefined> {
  if (deps.operator !== undefined) return toOperator(deps.operator, deps.clock.now());
  const secret = readCookie(headers.cookie, deskCookieName(deps.config));
  return secret === undefined ? undefined : findColleague(deps, secret);
}

/** For everybody; but the response is not cached, and a write comes from a page of this shop. */
export const atDoor =
  (deps: Pick<Deps, 'config'>): onRequestAsyncHookHandler =>
  async (request, reply) =>
    requireOwnPage(deps, request, reply);

function requireOwnPage(deps: Pick<Deps, 'config'>, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('vary', 'Cookie');
  requireOwnOrigin(deps, request);
}

/**
 * Refuses a write that no page of this shop sent. Browsers name the page's origin with every write; one that is missing is
 * refused too.
 */
export function requireOwnOrigin({ config }: Pick<Deps, 'config'>, { method, headers, host }: FastifyRequest): void {
  if (READS.includes(method)) return;
  const origin = headers.origin ?? '';
  const { origin: own, protocol } = new URL(config.publicUrl);
  // On one machine the shop is opened by several names. A page of the other scheme is another's: anyone on the way can write it.
  const isSameHost = origin === `${protocol}//${host}`;
  if (origin !== own && !isSameHost) throw new NotAllowed('Only a page of the desk may do that.');
}
