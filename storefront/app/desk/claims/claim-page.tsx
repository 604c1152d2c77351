import { type DeskClaimDetail, MAX_ANSWER_LENGTH } from '#contract/desk-claims.ts';
import { readPounds } from '#contract/money.ts';
import type { DeskPage } from '../desk-page.ts';
import { readText } from '../ui/read-form.tsx';
import { ClaimView } from './claim-view.tsx';

export const claimPage: DeskPage<DeskClaimDetail> = {
  path: 'claims/:id',
  title: 'A claim',
  load: (api, { id = '' }) => api.get(`/api/desk/claims/${id}/`),
  async act(api, form, { id = '' }) {
    const words = readText(form, 'words')
      .trim()
      .slice(0, 2 * MAX_ANSWER_LENGTH);
    const at = `/api/desk/claims/${id}/` as const;
    const act = readText(form, 'do');
    if (act === 'replace') await api.send('POST', `${at}replace/`, words === '' ? {} : { words });
    else if (act === 'refund') {
      const typed = readText(form, 'amount');
      const amount = readPounds(typed) ?? typed;
      // One line: it stands in the letter as the reason.
      await api.send('POST', `${at}refund/`, { amount, words: words.replaceAll(/\s*\n\s*/g, ' ') });
    } else await api.send('POST', `${at}answer/`, { words });
    return undefined;
  },
  View: ClaimView,
};
