import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  ExportedTakings,
  ExportTakings,
  ExportTakingsQuery,
  ShowTakings,
  Takings,
  UnknownMoney,
} from '#contract/desk-takings.ts';
import { BadInput, Detail, MayNot } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneNow } from '../staff/done-by.ts';
import { requireConfirmed } from '../staff/require-confirmed.ts';
import { askForUnknownMoney } from './ask-for-unknown-money.ts';
import { showTakings } from './show-takings.ts';
import { writeBooks } from './write-books.ts';

const shared = { tags: ['Desk: takings'], ...AT_DESK };
const CSV = '/api/desk/takings/csv/';

/** What the shop took, and its files for the books. */
export const takingsRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = atDesk(deps, 'see takings');

    app.get(
      '/api/desk/takings/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'What a day, a week or a month took',
          querystring: ShowTakings,
          response: { 200: Takings, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => showTakings(deps, query),
    );

    app.get(
      '/api/desk/takings/unknown-money/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Ask PayPal for captures that the shop does not know; no money moves',
          response: { 200: UnknownMoney, 401: Detail, 403: Detail, 409: Detail },
        },
      },
      async () => askForUnknownMoney(deps),
    );

    app.post(
      '/api/desk/takings/exports/',
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'Where a file for the books can be had, once a passkey has confirmed who asks',
          body: ExportTakings,
          response: { 200: ExportedTakings, 400: BadInput, 401: Detail, 403: MayNot },
        },
      },
      async ({ colleague, body }) => {
        requireConfirmed(deps, colleague);
        return { address: `${CSV}?${new URLSearchParams(body)}` };
      },
    );

    app.get(
      CSV,
      {
        onRequest,
        schema: {
          ...shared,
          summary: 'A file for the books',
          querystring: ExportTakingsQuery,
          response: {
            200: { description: 'CSV', content: { 'text/csv': { schema: z.any() } } },
            ...{ 400: BadInput, 401: Detail, 403: MayNot },
          },
        },
      },
      async ({ colleague, query }, reply) => {
        requireConfirmed(deps, colleague);
        const lines = await writeBooks(deps, doneNow(deps, colleague), query);
        return reply
          .type('text/csv; charset=utf-8')
          .header(
            'content-disposition',
            `attachment; filename="marigold-lane-${query.file}-${query.from}-to-${query.to}.csv"`,
          )
          .send(Readable.from(lines));
      },
    );
  };
