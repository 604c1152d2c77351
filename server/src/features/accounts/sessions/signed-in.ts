import type { FastifyRequest, onRequestAsyncHookHandler, RouteShorthandOptions } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { NotSignedIn } from '#server/errors.ts';
import { and, eq, gt, sql } from '#server/platform/database/drizzle.ts';
import { preparedFor } from '#server/platform/database/prepared-for.ts';
import { checkSender } from '#server/platform/http/limits/check-late-body.ts';
import { workForPerson } from '#server/platform/http/limits/senders.ts';
import { sessions } from '../table.ts';
import { readAccessToken, type Shopper } from './access-token.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request; only on routes guarded by `signedIn`. */
    shopper: Shopper;
  }
}

/** How the document of the API marks a private route. */
export const PRIVATE = { security: [{ bearer: [] }] };

/**
 * The guard of every private route: requires a good token of a session that has not ended. The response is not cached.
 */
export function signedIn(deps: Deps): onRequestAsyncHookHandler {
  return async (request, reply) => {
    reply.header('cache-control', 'no-store').header('vary', 'Authorization');
    await checkSender(request, async () => {
      request.shopper = await findShopper(deps, request);
    });
  };
}

/**
 * The same guard for a route whose own statement looks the session up, with `IS_OF_SESSION`: one statement fewer. Here the token
 * alone is read. Whatever is refused meanwhile, such as a body, is refused only after the session was looked up.
 */
export function signedInByStatement(deps: Deps): Pick<RouteShorthandOptions, 'onRequest' | 'errorHandler'> {
  return {
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store').header('vary', 'Authorization');
      request.shopper = await readToken(deps, request);
    },
    errorHandler: async (error, { shopper }) => {
      if (shopper) await requireSession(deps, shopper);
      throw error;
    },
  };
}

/** Of a statement about `sessions`: this one, and it has not ended. Filled by `toSessionValues`. */
export const IS_OF_SESSION = and(
  eq(sessions.id, sql.placeholder('sessionId')),
  eq(sessions.userId, sql.placeholder('userId')),
  gt(sessions.expiresAt, sql.placeholder('now')),
);

export const toSessionValues = ({ clock }: Pick<Deps, 'clock'>, { userId, sessionId }: Shopper) => ({
  userId,
  sessionId,
  now: clock.now(),
});

/** Run for nearly every private request, so the statement is built once. */
const sessionsIn = preparedFor((db) =>
  db.select({ id: sessions.id }).from(sessions).where(IS_OF_SESSION).prepare('session'),
);

/** Who sent the request; refuses a token that is wrong, expired, or of a session that has ended. */
export async function findShopper(deps: Deps, request: Pick<FastifyRequest, 'headers'>): Promise<Shopper> {
  const shopper = await readToken(deps, request);
  await requireSession(deps, shopper);
  return shopper;
}

async function readToken(deps: Deps, request: Pick<FastifyRequest, 'headers'>): Promise<Shopper> {
  const shopper = await readAccessToken(deps, readBearer(request));
  workForPerson(shopper.userId);
  return shopper;
}

/** The bearer token of the request, whatever it is good for. */
export function readBearer({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const token = /^bearer ([\w.-]{1,1000})$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) throw new NotSignedIn();
  return token;
}

/** Refuses a session that has ended. */
export async function requireSession(deps: Pick<Deps, 'clock' | 'db'>, shopper: Shopper): Promise<void> {
  const [session] = await sessionsIn(deps.db).execute(toSessionValues(deps, shopper));
  if (!session) throw new NotSignedIn();
}
