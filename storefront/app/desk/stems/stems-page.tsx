import { withQuery } from '../../api/with-query.ts';
import { pressOn, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readBack, readText } from '../ui/read-form.tsx';
import { StemsView } from './stems-view.tsx';
import { stemsWanted } from './stems-words.ts';

export const loader = readPage((api, _params, search) =>
  api.get(withQuery('/api/desk/stems/', stemsWanted(Object.fromEntries(search)))),
);

export const clientAction = pressOn(async (form) => {
  const [from, to, flower] = [readText(form, 'from'), readText(form, 'to'), readText(form, 'flower')];
  if (readText(form, 'do') === 'bought') {
    const body = { from, to, flower, bought: form.get('bought') === '1', needed: Number(readText(form, 'needed')) };
    await send('PUT', '/api/desk/stems/bought/', body);
  } else {
    const typed = readText(form, 'count').trim();
    const count = /^\d{0,9}$/.test(typed) ? Number(typed) : typed;
    await send('PUT', '/api/desk/stems/cooler/', { day: from, flower, count });
  }
  return readBack(form);
});

export const meta = titled('Stems to buy');

export default showPage<typeof loader>(StemsView);
