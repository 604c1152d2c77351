import type { DeskPage } from '../desk-page.ts';
import { readText } from '../ui/read-form.tsx';
import { type BouquetData, BouquetView } from './bouquet-view.tsx';
import { toContent } from './draft.ts';
import { readDraft } from './read-draft.ts';

/** One bouquet, or a new one at `/desk/catalogue/new`. */
export const bouquetPage: DeskPage<BouquetData> = {
  path: 'catalogue/:id',
  title: 'Bouquet',
  async load(api, { id = '' }) {
    const [bouquet, words] = await Promise.all([
      id === 'new' ? null : api.get(`/api/desk/catalogue/${encodeURIComponent(id)}/`),
      api.get('/api/desk/catalogue/words/'),
    ]);
    return { bouquet, words };
  },
  // Without scripts.
  async act(api, form, { id = '' }) {
    const draft = readDraft(form);
    const content = toContent(draft);
    const saved =
      id === 'new'
        ? await api.send('POST', '/api/desk/catalogue/', { item_code: draft.itemCode, ...content })
        : await api.send('PUT', `/api/desk/catalogue/${encodeURIComponent(id)}/`, {
            version: readText(form, 'version'),
            ...content,
          });
    return `/desk/catalogue/${saved.id}`;
  },
  keeps: (form) => ({ draft: JSON.stringify(readDraft(form)) }),
  View: BouquetView,
};
