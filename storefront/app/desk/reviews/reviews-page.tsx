import { REVIEW_LISTS } from '#contract/desk-reviews.ts';
import { withQuery } from '../../api/with-query.ts';
import type { DeskPage } from '../desk-page.ts';
import { readBack, readText } from '../ui/read-form.tsx';
import { type ReviewsData, ReviewsView } from './reviews-view.tsx';

export const reviewsPage: DeskPage<ReviewsData> = {
  path: 'reviews',
  title: 'Reviews',
  async load(api, _params, search) {
    const show = REVIEW_LISTS.find((known) => known === search.get('show')) ?? 'unanswered';
    const before = /^\d{1,9}$/.exec(search.get('before') ?? '')?.[0];
    const reviews = await api.get(withQuery('/api/desk/reviews/', { show, before }));
    return { show, reviews, now: new Date().toISOString() };
  },
  async act(api, form) {
    const at = `/api/desk/reviews/${Number(readText(form, 'review'))}/` as const;
    const act = readText(form, 'do');
    const seen = readText(form, 'seen') || null;
    if (act === 'answer') await api.send('PUT', `${at}answer/`, { words: readText(form, 'words').trim(), seen });
    if (act === 'take back') await api.send('DELETE', `${at}answer/`);
    if (act === 'hide') await api.send('POST', `${at}hide/`, { reason: readText(form, 'reason') });
    if (act === 'show') await api.send('POST', `${at}show/`);
    return readBack(form);
  },
  View: ReviewsView,
};
