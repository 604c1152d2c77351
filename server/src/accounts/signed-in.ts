import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { and, eq, gt, sql } from '../database/drizzle.ts';
import { preparedFor } from '../database/prepared-for.ts';
import type { Deps } from '../deps.ts';
import { NotSignedIn } from '../errors.ts';
import { checkSender } from '../http/check-late-body.ts';
import { readAccessToken, type Shopper } from './access-token.ts';
import { sessions } from './table.ts';

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

/** Run for every private request, so the statement is built once. */
const sessionsIn = preparedFor((db) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        eq(sessions.userId, sql.placeholder('userId')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('session'),
);

/** Who sent the request; refuses a token that is wrong, expired, or of a session that has ended. */
export async function findShopper(deps: Deps, { headers }: Pick<FastifyRequest, 'headers'>): Promise<Shopper> {
  const token = /^bearer ([\w.-]{1,1000})$/i.exec(headers.authorization ?? '')?.[1];
  if (!token) throw new NotSignedIn();
  const shopper = await readAccessToken(deps, token);
  const [session] = await sessionsIn(deps.db).execute({ ...shopper, now: deps.clock.now() });
  if (!session) throw new NotSignedIn();
  return shopper;
}
