import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import type { Answer } from './kept-answers.ts';

/** Answers a request from inside the app with something of the shelf. */
export async function answerWith(
  { give }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  reply.hijack();
  await give(request.raw, reply.raw, answer);
  return reply;
}
