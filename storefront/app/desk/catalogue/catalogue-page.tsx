import { PRODUCT_LISTS } from '#contract/desk-catalogue.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { CatalogueView } from './catalogue-view.tsx';

const readId = (text: string | null): number | undefined => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined);

/** What is on sale: prices and what is sold out, in place. */
export const loader = readPage(async (api, _params, search) => {
  const show = PRODUCT_LISTS.find((known) => known === search.get('show')) ?? 'all';
  const find = (search.get('find') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
  const before = readId(search.get('before'));
  const source = withQuery('/api/desk/catalogue/', { show, find: find || undefined, before });
  return { catalogue: await api.get(source), source, show, find };
});

export const meta = titled('Catalogue');

export default showPage<typeof loader>(CatalogueView);
