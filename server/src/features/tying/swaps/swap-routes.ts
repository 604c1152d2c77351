import type { FastifyPluginAsync } from 'fastify';
import { swapCalls } from '#contract/calls/swaps.ts';
import type { Deps } from '#server/deps.ts';
import { serveOpen } from '#server/platform/http/serve-call.ts';
import { answerSwap, findSwapPhoto, showSwapQuestion } from './answer-swap.ts';

/** A key leads to somebody's order: nothing on the way may store what it shows. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

export const swapRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveOpen(app);
    serve(swapCalls.show, async ({ params }, reply) => {
      reply.headers(PRIVATE);
      return showSwapQuestion(deps, params.key);
    });
    serve(swapCalls.findPhoto, async ({ params }, reply) => {
      const photo = await findSwapPhoto(deps, params.key);
      // Mail programs in a browser show it on a page of their own.
      reply.headers({ ...PRIVATE, 'cross-origin-resource-policy': 'cross-origin' });
      return reply.type('image/jpeg').send(photo);
    });
    serve(swapCalls.answer, async ({ params, body }, reply) => {
      reply.headers(PRIVATE);
      return answerSwap(deps, params.key, body);
    });
  };
