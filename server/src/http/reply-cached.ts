import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { describeFailure } from '../describe-failure.ts';
import type { CachedResponse } from './cached-response.ts';

/** Answers a request from inside the app with something of the shelf. */
export async function replyCached(
  { sendCached, log }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): Promise<FastifyReply> {
  reply.hijack();
  try {
    await sendCached(request.raw, reply.raw, answer);
  } catch (error) {
    log.error({ err: describeFailure(error), route: request.routeOptions.url }, 'An answer could not be given');
    reply.raw.destroy();
  }
  return reply;
}
