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
} from '../desk-catalogue.ts';
import { callsOf } from './call.ts';

const call = callsOf({ tags: ['Desk: catalogue'], may: 'edit catalogue' });

/** What is on sale: the table, and one bouquet with all that can be changed. */
export const catalogueDeskCalls = {
  list: call('GET', '/api/desk/catalogue/', {
    may: 'set sold out',
    summary: 'Every bouquet, hidden ones too',
    query: ListBouquets,
    answer: DeskCatalogue,
  }),
  add: call('POST', '/api/desk/catalogue/', {
    summary: 'Add a bouquet',
    body: AddBouquet,
    answer: Bouquet,
    status: 201,
    refuses: [409],
  }),
  listWords: call('GET', '/api/desk/catalogue/words/', {
    summary: 'Categories, occasions and flowers that bouquets have already',
    answer: CatalogueWords,
  }),
  find: call('GET', '/api/desk/catalogue/:productId/', {
    summary: 'One bouquet, with all that can be changed',
    params: BouquetParams,
    answer: Bouquet,
    refuses: [404],
  }),
  save: call('PUT', '/api/desk/catalogue/:productId/', {
    summary: 'Save a bouquet, whole',
    description: 'Refused with 409 and what it is now if it has changed since the version that was read.',
    params: BouquetParams,
    body: SaveBouquet,
    answer: Bouquet,
    refuses: [404],
    refusals: { 409: ChangedMeanwhile },
  }),
  setPrice: call('PUT', '/api/desk/catalogue/:productId/price/', {
    summary: 'Give the standard size another price',
    params: BouquetParams,
    body: SetPrice,
    answer: ListedBouquet,
    refuses: [404, 409],
  }),
  setStatus: call('PUT', '/api/desk/catalogue/:productId/status/', {
    may: 'set sold out',
    summary: 'Say that a bouquet is sold out, or on sale again',
    params: BouquetParams,
    body: SetOnSale,
    answer: ListedBouquet,
    refuses: [404, 409],
  }),
};
