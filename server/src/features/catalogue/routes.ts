import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { catalogueCalls } from '#contract/calls/catalogue.ts';
import { Facets, ProductDetail, ProductList } from '#contract/products.ts';
import type { Deps } from '#server/deps.ts';
import { toCachedResponse } from '#server/platform/http/cache/cached-response.ts';
import { replyCached } from '#server/platform/http/cache/reply-cached.ts';
import type { Lifetime } from '#server/platform/http/cache/response-cache.ts';
import { serveOpen } from '#server/platform/http/serve-call.ts';
import { findProduct } from './find-product.ts';
import { listAsJson, toJson } from './lists/list-as-json.ts';
import { CATALOGUE_HEADERS, facetsLifetime, listLifetime } from './lists/list-lifetime.ts';
import { listRelated } from './lists/list-related.ts';
import { narrowFacets } from './lists/narrow-facets.ts';
import { findPicture } from './pictures/find-picture.ts';

export const catalogueRoutes =
  (deps: Deps): FastifyPluginAsync =>
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

    const serve = serveOpen(app);
    serve(catalogueCalls.list, async (request, reply) => {
      const { query } = request;
      const lifetime = await listLifetime(deps, query);
      return sendCached(request, reply, `list ${JSON.stringify(query)}`, () => listAsJson(deps, query), lifetime);
    });
    serve(catalogueCalls.countByFilter, async (request, reply) => {
      const { query } = request;
      const lifetime = await facetsLifetime(deps, query);
      const makeJson = async () => toJson(Facets, await narrowFacets(deps, query));
      return sendCached(request, reply, `facets ${JSON.stringify(query)}`, makeJson, lifetime);
    });
    serve(catalogueCalls.find, async (request, reply) => {
      const { id } = request.params;
      const makeJson = async () => toJson(ProductDetail, await findProduct(deps, id));
      return sendCached(request, reply, `product ${id}`, makeJson);
    });
    serve(catalogueCalls.listRelated, async (request, reply) => {
      const { id } = request.params;
      const makeJson = async () => toJson(ProductList, await listRelated(deps, id));
      return sendCached(request, reply, `related ${id}`, makeJson);
    });

    app.get<{ Params: { file: string } }>('/pictures/:file', { schema: { hide: true } }, async (request, reply) => {
      const { file } = request.params;
      const picture = await deps.pictureCache.getOrMake(file, () => findPicture(deps, file));
      return replyCached(deps, request, reply, picture);
    });
  };
