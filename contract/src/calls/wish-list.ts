import { FieldErrors } from '../errors.ts';
import { ProductList } from '../products.ts';
import {
  ListSaved,
  MergeWishList,
  SavedParams,
  SharedParams,
  SharedWishList,
  ShareWishList,
  WishList,
} from '../wish-list.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Wish list'], may: 'shopper' });

/** The bouquets that somebody saves, and the link that shows them to others. */
export const wishListCalls = {
  find: call('GET', '/api/user/wish-list/', { summary: "One's own wish list", answer: WishList }),
  save: call('PUT', '/api/user/wish-list/:productId/', {
    summary: 'Save a bouquet',
    description: 'Safe to repeat: one that is saved already stays in its place.',
    params: SavedParams,
    answer: WishList,
    refuses: [400, 404],
  }),
  remove: call('DELETE', '/api/user/wish-list/:productId/', {
    summary: 'Take a bouquet off the list',
    description: 'Safe to repeat: one that is not on the list is no error.',
    params: SavedParams,
    answer: WishList,
    refuses: [404],
  }),
  merge: call('POST', '/api/user/wish-list/merge/', {
    summary: 'Add what a guest saved, after signing in',
    description: 'Safe to repeat. What is no longer sold, or has no room, is passed over.',
    body: MergeWishList,
    answer: WishList,
  }),
  share: call('PUT', '/api/user/wish-list/link/', {
    summary: 'Share the list by a link',
    description: 'Makes the link. One that is there stays, with or without the first name as wanted now.',
    body: ShareWishList,
    answer: WishList,
  }),
  endLink: call('DELETE', '/api/user/wish-list/link/', {
    summary: 'End the link',
    description: 'It shows nothing from now on. The next link has another address.',
    answer: WishList,
  }),
  listBouquets: call('GET', '/api/wish-list/bouquets/', {
    may: 'everybody',
    summary: 'Bouquets by their ids, as they are sold now',
    description: 'In the order asked for. What is no longer sold is left out. A browser asks for what a guest saved.',
    query: ListSaved,
    answer: ProductList,
    refusals: { 400: FieldErrors },
  }),
  findShared: call('GET', '/api/wish-list/shared/:token/', {
    may: 'everybody',
    summary: 'A list that its owner shares',
    params: SharedParams,
    answer: SharedWishList,
    refuses: [404],
  }),
};
