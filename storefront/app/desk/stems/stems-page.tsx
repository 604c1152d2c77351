import type { StemsToBuy } from '#contract/desk-stems.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { readBack, readText } from '../ui/read-form.tsx';
import { StemsView } from './stems-view.tsx';
import { stemsWanted } from './stems-words.ts';

export const stemsPage: DeskPage<StemsToBuy> = {
  path: 'stems',
  title: 'Stems to buy',
  load: (api, _params, search) => api.get(withQuery('/api/desk/stems/', stemsWanted(Object.fromEntries(search)))),
  async act(api, form) {
    const [from, to, flower] = [readText(form, 'from'), readText(form, 'to'), readText(form, 'flower')];
    if (readText(form, 'do') === 'bought') {
      const body = { from, to, flower, bought: form.get('bought') === '1', needed: Number(readText(form, 'needed')) };
      await api.send('PUT', '/api/desk/stems/bought/', body);
    } else {
      const typed = readText(form, 'count').trim();
      const count = /^\d{0,9}$/.test(typed) ? Number(typed) : typed;
      await api.send('PUT', '/api/desk/stems/cooler/', { day: from, flower, count });
    }
    return readBack(form);
  },
  View: StemsView,
};
