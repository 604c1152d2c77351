import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  AddBouquet,
  Bouquet,
  BouquetParams,
  CatalogueWords,
  ChangedMeanwhile,
  DeskCatalogue,
  ListBouquets,
  ListedBouquet,
  SaveBouquet,
  SetOnSale,
  SetPrice,
} from '#contract/desk-catalogue.ts';
import { BadInput, Detail } from '#contract/errors.ts';
import { listBouquets } from '../catalogue/list-bouquets.ts';
import { listWords } from '../catalogue/list-words.ts';
import type { Deps } from '../deps.ts';
import { AT_DESK, atDesk } from '../staff/at-desk.ts';
import { doneBy } from '../staff/done-by.ts';
import { addAtDesk, findAtDesk, saveAtDesk, setOnSaleAtDesk, setPriceAtDesk } from './change-catalogue.ts';

const shared = { tags: ['Desk: catalogue'], ...AT_DESK };
const one = { ...shared, params: BouquetParams };
const ADDRESS = '/api/desk/catalogue/:productId/';
const refusals = { 401: Detail, 403: Detail, 404: Detail };

/** What is on sale: the table, and one bouquet with all that can be changed. */
export const catalogueDeskRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const switches = atDesk(deps, 'set sold out');
    const edits = atDesk(deps, 'edit catalogue');

    app.get(
      '/api/desk/catalogue/',
      {
        onRequest: switches,
        schema: {
          ...shared,
          summary: 'Every bouquet, hidden ones too',
          querystring: ListBouquets,
          response: { 200: DeskCatalogue, 400: BadInput, 401: Detail, 403: Detail },
        },
      },
      async ({ query }) => listBouquets(deps, query),
    );

    app.post(
      '/api/desk/catalogue/',
      {
        onRequest: edits,
        schema: {
          ...shared,
          summary: 'Add a bouquet',
          body: AddBouquet,
          response: { 201: Bouquet, 400: BadInput, 401: Detail, 403: Detail, 409: Detail },
        },
      },
      async ({ colleague, body }, reply) => reply.code(201).send(await addAtDesk(deps, doneBy(colleague), body)),
    );

    app.get(
      '/api/desk/catalogue/words/',
      {
        onRequest: edits,
        schema: {
          ...shared,
          summary: 'Categories, occasions and flowers that bouquets have already',
          response: { 200: CatalogueWords, 401: Detail, 403: Detail },
        },
      },
      async () => listWords(deps),
    );

    app.get(
      ADDRESS,
      {
        onRequest: edits,
        schema: {
          ...one,
          summary: 'One bouquet, with all that can be changed',
          response: { 200: Bouquet, ...refusals },
        },
      },
      async ({ params }) => findAtDesk(deps, params.productId),
    );

    app.put(
      ADDRESS,
      {
        onRequest: edits,
        schema: {
          ...one,
          summary: 'Save a bouquet, whole',
          description: 'Refused with 409 and what it is now if it has changed since the version that was read.',
          body: SaveBouquet,
          response: { 200: Bouquet, 400: BadInput, ...refusals, 409: ChangedMeanwhile },
        },
      },
      async ({ colleague, params, body }) => saveAtDesk(deps, doneBy(colleague), params.productId, body),
    );

    app.put(
      `${ADDRESS}price/`,
      {
        onRequest: edits,
        schema: {
          ...one,
          summary: 'Give the standard size another price',
          body: SetPrice,
          response: { 200: ListedBouquet, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => setPriceAtDesk(deps, doneBy(colleague), params.productId, body),
    );

    app.put(
      `${ADDRESS}status/`,
      {
        onRequest: switches,
        schema: {
          ...one,
          summary: 'Say that a bouquet is sold out, or on sale again',
          body: SetOnSale,
          response: { 200: ListedBouquet, 400: BadInput, ...refusals, 409: Detail },
        },
      },
      async ({ colleague, params, body }) => setOnSaleAtDesk(deps, doneBy(colleague), params.productId, body),
    );
  };
