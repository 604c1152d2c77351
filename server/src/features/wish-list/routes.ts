import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { BadInput, Detail, FieldErrors } from '#contract/errors.ts';
import { ProductList } from '#contract/products.ts';
import {
  ListSaved,
  MergeWishList,
  SavedParams,
  SharedParams,
  SharedWishList,
  ShareWishList,
  WishList,
} from '#contract/wish-list.ts';
import type { Deps } from '#server/deps.ts';
import { PRIVATE, signedIn } from '#server/features/accounts/sessions/signed-in.ts';
import { findShared } from './find-shared.ts';
import { findWishList } from './find-wish-list.ts';
import { listSaved } from './list-saved.ts';
import { removeBouquet } from './remove-bouquet.ts';
import { mergeWishList, saveBouquet } from './save-bouquets.ts';
import { endLink, shareWishList } from './share-wish-list.ts';

const tags = ['Wish list'];
/** Whoever has the link may read the list, and no cache and no search engine. */
const BY_LINK = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

export const wishListRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const onRequest = signedIn(deps);

    app.get(
      '/api/user/wish-list/',
      {
        onRequest,
        schema: { tags, ...PRIVATE, summary: "One's own wish list", response: { 200: WishList, 401: Detail } },
      },
      async ({ shopper }) => findWishList(deps, shopper),
    );

    app.put(
      '/api/user/wish-list/:productId/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Save a bouquet',
          description: 'Safe to repeat: one that is saved already stays in its place.',
          params: SavedParams,
          response: { 200: WishList, 400: BadInput, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => saveBouquet(deps, shopper, params.productId),
    );

    app.delete(
      '/api/user/wish-list/:productId/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Take a bouquet off the list',
          description: 'Safe to repeat: one that is not on the list is no error.',
          params: SavedParams,
          response: { 200: WishList, 401: Detail, 404: Detail },
        },
      },
      async ({ shopper, params }) => removeBouquet(deps, shopper, params.productId),
    );

    app.post(
      '/api/user/wish-list/merge/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Add what a guest saved, after signing in',
          description: 'Safe to repeat. What is no longer sold, or has no room, is passed over.',
          body: MergeWishList,
          response: { 200: WishList, 400: BadInput, 401: Detail },
        },
      },
      async ({ shopper, body }) => mergeWishList(deps, shopper, body),
    );

    app.put(
      '/api/user/wish-list/link/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'Share the list by a link',
          description: 'Makes the link. One that is there stays, with or without the first name as wanted now.',
          body: ShareWishList,
          response: { 200: WishList, 400: BadInput, 401: Detail },
        },
      },
      async ({ shopper, body }) => shareWishList(deps, shopper, body),
    );

    app.delete(
      '/api/user/wish-list/link/',
      {
        onRequest,
        schema: {
          tags,
          ...PRIVATE,
          summary: 'End the link',
          description: 'It shows nothing from now on. The next link has another address.',
          response: { 200: WishList, 401: Detail },
        },
      },
      async ({ shopper }) => endLink(deps, shopper),
    );

    app.get(
      '/api/wish-list/bouquets/',
      {
        schema: {
          tags,
          summary: 'Bouquets by their ids, as they are sold now',
          description:
            'In the order asked for. What is no longer sold is left out. A browser asks for what a guest saved.',
          querystring: ListSaved,
          response: { 200: ProductList, 400: FieldErrors },
        },
      },
      async ({ query }, reply) => reply.header('cache-control', 'no-store').send(await listSaved(deps, query.ids)),
    );

    app.get(
      '/api/wish-list/shared/:token/',
      {
        schema: {
          tags,
          summary: 'A list that its owner shares',
          params: SharedParams,
          response: { 200: SharedWishList, 404: Detail },
        },
      },
      async ({ params }, reply) => reply.headers(BY_LINK).send(await findShared(deps, params.token)),
    );
  };
