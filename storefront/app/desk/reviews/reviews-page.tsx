import { REVIEW_LISTS } from '#contract/desk-reviews.ts';
import { withQuery } from '../../api/with-query.ts';
import { pressOn, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readBack, readText } from '../ui/read-form.tsx';
import { ReviewsView } from './reviews-view.tsx';

export const loader = readPage(async (api, _params, search) => {
  const show = REVIEW_LISTS.find((known) => known === search.get('show')) ?? 'unanswered';
  const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
  const reviews = await api.get(withQuery('/api/desk/reviews/', { show, before }));
  return { show, reviews, now: new Date().toISOString() };
});

export const clientAction = pressOn(async (form) => {
  const at = `/api/desk/reviews/${Number(readText(form, 'review'))}/` as const;
  const act = readText(form, 'do');
  const seen = readText(form, 'seen') || null;
  if (act === 'answer') await send('PUT', `${at}answer/`, { words: readText(form, 'words').trim(), seen });
  if (act === 'take back') await send('DELETE', `${at}answer/`);
  if (act === 'hide') await send('POST', `${at}hide/`, { reason: readText(form, 'reason') });
  if (act === 'show') await send('POST', `${at}show/`);
  return readBack(form);
});

export const meta = titled('Reviews');

export default showPage<typeof loader>(ReviewsView);
