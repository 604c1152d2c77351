import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { describeFailure } from '#server/platform/describe-failure.ts';
import type { CachedResponse } from './cached-response.ts';

/** Sends a cached response from inside a Fastify handler. */
export async function replyCached(
  { sendCached, log }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): Promise<FastifyReply> {
  reply.hijack();
  // What is sent from the cache is the same for everyone; an error names the request it answers.
  if (cached.status >= 400) reply.raw.setHeader('x-request-id', request.id);
  await request.server.holdGreedy(request, cached);
  try {
    await sendCached(request.raw, reply.raw, cached);
  } catch (error) {
    log.error(
      { request: request.id, err: describeFailure(error), route: request.routeOptions.url },
      'A cached response could not be sent',
    );
    reply.raw.destroy();
  }
  return reply;
}
