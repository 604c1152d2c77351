import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { AnswerSwap, SwapKey, SwapQuestion } from '#contract/desk-swaps.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { answerSwap, findSwapPhoto, showSwapQuestion } from './answer-swap.ts';

const shared = { tags: ['Swaps'], params: SwapKey };
const binary = z.unknown().meta({ type: 'string', format: 'binary', description: 'The photo, drawn anew.' });
/** A key leads to somebody's order: nothing on the way may store what it shows. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** What a buyer is asked about a missing flower. The key in the letter opens it, and nothing else does. */
export const swapRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/api/swaps/:key/',
      { schema: { ...shared, summary: 'What the buyer is asked', response: { 200: SwapQuestion, 404: Detail } } },
      async ({ params }, reply) => reply.headers(PRIVATE).send(await showSwapQuestion(deps, params.key)),
    );

    app.get(
      '/api/swaps/:key/photo/',
      {
        schema: {
          ...shared,
          summary: 'The photo of what would go in',
          response: {
            200: { description: 'JPEG', content: { 'image/jpeg': { schema: binary } } },
            404: Detail,
          },
        },
      },
      async ({ params }, reply) => {
        const photo = await findSwapPhoto(deps, params.key);
        // Mail programs in a browser show it on a page of their own.
        reply.headers({ ...PRIVATE, 'cross-origin-resource-policy': 'cross-origin' });
        return reply.type('image/jpeg').send(photo);
      },
    );

    app.post(
      '/api/swaps/:key/answer/',
      {
        schema: {
          ...shared,
          summary: 'Agree, or ask for a call',
          description: 'The answer may be changed until the flowers are tied.',
          body: AnswerSwap,
          response: { 200: SwapQuestion, 400: BadInput, 404: Detail, 409: Detail },
        },
      },
      async ({ params, body }, reply) => reply.headers(PRIVATE).send(await answerSwap(deps, params.key, body)),
    );
  };
