import { readPage, showPage, titled } from '../desk-page.tsx';
import { BouquetView } from './bouquet-view.tsx';

/** One bouquet, or a new one at `/desk/catalogue/new`. */
export const loader = readPage(async (api, { id = '' }) => {
  const [bouquet, words] = await Promise.all([
    id === 'new' ? null : api.get(`/api/desk/catalogue/${encodeURIComponent(id)}/`),
    api.get('/api/desk/catalogue/words/'),
  ]);
  return { bouquet, words };
});

export const meta = titled('Bouquet');

export default showPage<typeof loader>(BouquetView);
