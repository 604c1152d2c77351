import { PRODUCT_LISTS } from '#contract/desk-catalogue.ts';
import { MAX_SEARCH_LENGTH } from '#contract/limits.ts';
import { readPounds } from '#contract/money.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { readBack, readText } from '../ui/read-form.tsx';
import { type CatalogueData, CatalogueView } from './catalogue-view.tsx';

const readId = (text: string | null): number | undefined => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined);

/** What is on sale: prices and what is sold out, in place. */
export const cataloguePage: DeskPage<CatalogueData> = {
  path: 'catalogue',
  title: 'Catalogue',
  async load(api, _params, search) {
    const show = PRODUCT_LISTS.find((known) => known === search.get('show')) ?? 'all';
    const find = (search.get('find') ?? '').trim().slice(0, MAX_SEARCH_LENGTH);
    const before = readId(search.get('before'));
    const source = withQuery('/api/desk/catalogue/', { show, find: find || undefined, before });
    return { catalogue: await api.get(source), source, show, find, priced: readId(search.get('price')) };
  },
  async act(api, form) {
    const at = `/api/desk/catalogue/${Number(readText(form, 'bouquet'))}/` as const;
    const act = readText(form, 'do');
    if (act === 'status') await api.send('PUT', `${at}status/`, { status: readText(form, 'status') });
    if (act === 'price') {
      const typed = readText(form, 'price');
      const price = readPounds(typed) ?? typed;
      await api.send('PUT', `${at}price/`, { price, seen: Number(readText(form, 'seen')) });
    }
    return readBack(form);
  },
  View: CatalogueView,
};
