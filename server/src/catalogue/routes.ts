import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail, FieldErrors } from '#contract/errors.ts';
import { Facets, ListProducts, ProductDetail, ProductList, ProductParams } from '#contract/products.ts';
import type { Deps } from '../deps.ts';
import { giveAnswer, toAnswer } from '../kept-answers.ts';
import { countFacets } from './count-facets.ts';
import { findPicture } from './find-picture.ts';
import { findProduct } from './find-product.ts';
import { listProducts } from './list-products.ts';
import { listRelated } from './list-related.ts';

/** A shared cache may hold the catalogue for a minute and must then ask again; the tag makes asking cheap. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, s-maxage=60, must-revalidate',
};

const tags = ['Catalogue'];

const NotChanged = z.null();

export const catalogueRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const keepJson = <T extends z.ZodType>(key: string, shape: T, make: () => Promise<z.output<T>>) =>
      deps.shelf.keep(key, async () => toAnswer(200, HEADERS, JSON.stringify(shape.parse(await make()))));

    app.get(
      '/api/products/',
      {
        schema: {
          tags,
          summary: 'List and search bouquets',
          description:
            'The whole list, newest first, unless narrowed. A search that no name holds offers near spellings.',
          querystring: ListProducts,
          response: { 200: ProductList, 304: NotChanged, 400: FieldErrors },
        },
      },
      async (request, reply) => {
        const key = `list ${JSON.stringify(request.query)}`;
        return giveAnswer(request, reply, await keepJson(key, ProductList, () => listProducts(deps, request.query)));
      },
    );

    app.get(
      '/api/products/facets/',
      {
        schema: {
          tags,
          summary: 'Count bouquets by category and occasion',
          response: { 200: Facets, 304: NotChanged },
        },
      },
      async (request, reply) => giveAnswer(request, reply, await keepJson('facets', Facets, () => countFacets(deps))),
    );

    app.get(
      '/api/products/:id/',
      {
        schema: {
          tags,
          summary: 'One bouquet',
          params: ProductParams,
          response: { 200: ProductDetail, 304: NotChanged, 404: Detail },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        return giveAnswer(request, reply, await keepJson(`product ${id}`, ProductDetail, () => findProduct(deps, id)));
      },
    );

    app.get(
      '/api/products/:id/related/',
      {
        schema: {
          tags,
          summary: 'Bouquets to look at next',
          params: ProductParams,
          response: { 200: ProductList, 304: NotChanged, 404: Detail },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        return giveAnswer(request, reply, await keepJson(`related ${id}`, ProductList, () => listRelated(deps, id)));
      },
    );

    app.get(
      '/pictures/:file',
      { schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        const { file } = request.params;
        return giveAnswer(request, reply, await deps.pictureShelf.keep(file, () => findPicture(deps, file)));
      },
    );
  };
