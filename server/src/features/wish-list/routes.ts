import type { FastifyPluginAsync } from 'fastify';
import { wishListCalls } from '#contract/calls/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import { serveShopper } from '#server/features/accounts/sessions/serve-shopper.ts';
import { findShared } from './find-shared.ts';
import { findWishList } from './find-wish-list.ts';
import { listSaved } from './list-saved.ts';
import { removeBouquet } from './remove-bouquet.ts';
import { mergeWishList, saveBouquet } from './save-bouquets.ts';
import { endLink, shareWishList } from './share-wish-list.ts';

/** Whoever has the link may read the list, and no cache and no search engine. */
const BY_LINK = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

export const wishListRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const serve = serveShopper(app, deps);
    serve(wishListCalls.find, ({ shopper }) => findWishList(deps, shopper));
    serve(wishListCalls.save, ({ shopper, params }) => saveBouquet(deps, shopper, params.productId));
    serve(wishListCalls.remove, ({ shopper, params }) => removeBouquet(deps, shopper, params.productId));
    serve(wishListCalls.merge, ({ shopper, body }) => mergeWishList(deps, shopper, body));
    serve(wishListCalls.share, ({ shopper, body }) => shareWishList(deps, shopper, body));
    serve(wishListCalls.endLink, ({ shopper }) => endLink(deps, shopper));
    serve(wishListCalls.listBouquets, async ({ query }, reply) => {
      reply.header('cache-control', 'no-store');
      return listSaved(deps, query.ids);
    });
    serve(wishListCalls.findShared, async ({ params }, reply) => {
      reply.headers(BY_LINK);
      return findShared(deps, params.token);
    });
  };
