import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  CannotTieOnDay,
  MissingOnDay,
  ShowMissing,
  SwapOnDay,
  SwappedOnDay,
  TakeBackSwaps,
} from '#contract/desk-missing.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { reportAllUntieable } from '../tying/report-untieable.ts';
import { swapOnDay, takeBackSwaps } from '../tying/swap-on-day.ts';
import { showMissing } from './show-missing.ts';

const shared = { tags: ['Desk: tying'], ...AT_DESK };
const REFUSED = { 400: BadInput, 401: Detail, 403: Detail };
const OF_SEVERAL = { ...REFUSED, 404: Detail, 409: Detail };

/** A flower that is missing, decided once for the day. */
export const missingRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'tie');

    app.get(
      '/api/desk/missing/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'The flowers that a day still needs, and the tickets that have one of them',
          querystring: ShowMissing,
          response: { 200: MissingOnDay, ...REFUSED },
        },
      },
      async ({ query }) => showMissing(deps, query),
    );

    app.post(
      '/api/desk/missing/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Put in another flower in all these tickets, or in none',
          description:
            'Buyers who want to be asked first are asked. The letters are held for a minute. Sent again, it changes nothing.',
          body: SwapOnDay,
          response: { 200: SwappedOnDay, ...OF_SEVERAL },
        },
      },
      async ({ colleague, body }) => swapOnDay(deps, colleague, body),
    );

    app.post(
      '/api/desk/missing/take-back/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Take back swaps that were made at once: all of them, or none',
          body: TakeBackSwaps,
          response: { 204: z.undefined(), ...OF_SEVERAL },
        },
      },
      async ({ colleague, body }, reply) => {
        await takeBackSwaps(deps, colleague, body.swaps);
        return reply.code(204).send();
      },
    );

    app.post(
      '/api/desk/missing/cannot-be-tied/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Say of several orders that they cannot be tied today: of all, or of none',
          body: CannotTieOnDay,
          response: { 204: z.undefined(), ...OF_SEVERAL },
        },
      },
      async ({ colleague, body }, reply) => {
        await reportAllUntieable(deps, colleague, body.orders, body.why);
        return reply.code(204).send();
      },
    );
  };
