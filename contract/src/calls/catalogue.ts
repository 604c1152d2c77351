import { FieldErrors } from '../errors.ts';
import { ListProducts, NarrowFacets } from '../finding.ts';
import { Facets, ProductDetail, ProductList, ProductParams } from '../products.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Catalogue'], may: 'everybody' });

/** Bouquets, as everybody sees them. */
export const catalogueCalls = {
  list: call('GET', '/api/products/', {
    summary: 'List and search bouquets',
    description:
      'The whole list, newest first, unless narrowed. A search gives names that hold the words first, then groups of bouquets with such flowers, colours, occasions or categories; where there are none, near spellings of names.',
    query: ListProducts,
    answer: ProductList,
    cached: true,
    refusals: { 400: FieldErrors },
  }),
  countByFilter: call('GET', '/api/products/facets/', {
    summary: 'Count bouquets by filter',
    description: 'Without filters those of the whole shop; with some, how many each other one would leave.',
    query: NarrowFacets,
    answer: Facets,
    cached: true,
    refusals: { 400: FieldErrors },
  }),
  find: call('GET', '/api/products/:id/', {
    summary: 'One bouquet',
    params: ProductParams,
    answer: ProductDetail,
    cached: true,
    refuses: [404],
  }),
  listRelated: call('GET', '/api/products/:id/related/', {
    summary: 'Bouquets to look at next',
    params: ProductParams,
    answer: ProductList,
    cached: true,
    refuses: [404],
  }),
};
