import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { Detail, FieldErrors } from '#contract/errors.ts';
import { ListProducts, NarrowFacets } from '#contract/finding.ts';
import { Facets, ProductDetail, ProductList, ProductParams } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';
import type { Lifetime } from '#server/platform/http/cache/response-cache.ts';
import { findProduct } from './find-product.ts';
import { listAsJson, toJson } from './lists/list-as-json.ts';
import { CATALOGUE_HEADERS, facetsLifetime, listLifetime } from './lists/list-lifetime.ts';
import { listRelated } from './lists/list-related.ts';
import { narrowFacets } from './lists/narrow-facets.ts';
import { findPicture } from './pictures/find-picture.ts';

const tags = ['Catalogue'];

const NotChanged = z.null();

export const catalogueRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    /** Sends cached JSON; the next request with exactly this URL finds it without being parsed. */
    const sendCached = async (
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      makeJson: () => Promise<string>,
      lifetime: Lifetime = 'lasting',
    ) => {
      const make = async () => toCachedResponse(200, CATALOGUE_HEADERS, await makeJson());
      const response = await deps.responseCache.getOrMake(key, make, lifetime);
      deps.responseCache.link(request.raw.url ?? '', key, request.routeOptions.url ?? '');
      return replyCached(deps, request, reply, response);
    };

    app.get(
      '/api/products/',
      {
        schema: {
          tags,
          summary: 'List and search bouquets',
          description:
            'The whole list, newest first, unless narrowed. A search gives names that hold the words first, then groups of bouquets with such flowers, colours, occasions or categories; where there are none, near spellings of names.',
          querystring: ListProducts,
          response: { 200: ProductList, 304: NotChanged, 400: FieldErrors },
        },
      },
      async (request, reply) => {
        const key = `list ${JSON.stringify(request.query)}`;
        const lifetime = await listLifetime(deps, request.query);
        return sendCached(request, reply, key, () => listAsJson(deps, request.query), lifetime);
      },
    );

    app.get(
      '/api/products/facets/',
      {
        schema: {
          tags,
          summary: 'Count bouquets by filter',
          description: 'Without filters those of the whole shop; with some, how many each other one would leave.',
          querystring: NarrowFacets,
          response: { 200: Facets, 304: NotChanged, 400: FieldErrors },
        },
      },
      async (request, reply) => {
        const key = `facets ${JSON.stringify(request.query)}`;
        const lifetime = await facetsLifetime(deps, request.query);
        return sendCached(
          request,
          reply,
          key,
          async () => toJson(Facets, await narrowFacets(deps, request.query)),
          lifetime,
        );
      },
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
        return sendCached(request, reply, `product ${id}`, async () =>
          toJson(ProductDetail, await findProduct(deps, id)),
        );
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
        return sendCached(request, reply, `related ${id}`, async () =>
          toJson(ProductList, await listRelated(deps, id)),
        );
      },
    );

    app.get(
      '/pictures/:file',
      { schema: { hide: true, params: z.object({ file: z.string() }) } },
      async (request, reply) => {
        const { file } = request.params;
        return replyCached(
          deps,
          request,
          reply,
          await deps.pictureCache.getOrMake(file, () => findPicture(deps, file)),
        );
      },
    );
  };
