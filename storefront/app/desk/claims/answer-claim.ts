import { MAX_ANSWER_LENGTH } from '#contract/desk-claims.ts';
import { readPounds } from '#contract/money.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readText } from '../ui/read-form.tsx';

/** New flowers, money back, or words alone. */
export const answerClaim: Press = async (form, { id = '' }) => {
  const words = readText(form, 'words')
    .trim()
    .slice(0, 2 * MAX_ANSWER_LENGTH);
  const at = `/api/desk/claims/${id}/` as const;
  const act = readText(form, 'do');
  if (act === 'replace') await send('POST', `${at}replace/`, words === '' ? {} : { words });
  else if (act === 'refund') {
    const typed = readText(form, 'amount');
    const amount = readPounds(typed) ?? typed;
    // One line: it stands in the letter as the reason.
    await send('POST', `${at}refund/`, { amount, words: words.replaceAll(/\s*\n\s*/g, ' ') });
  } else await send('POST', `${at}answer/`, { words });
  return undefined;
};
