import { readPounds } from '#contract/money.ts';
import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { readText } from '../ui/read-form.tsx';

/** All of it, parts of it, or a sum. */
export const refundOrder: Press = async (form, { id = '' }) => {
  const amount = readText(form, 'amount');
  await send('POST', `/api/desk/orders/${id}/refund/`, {
    what: readText(form, 'what'),
    parts: form.getAll('parts').map(String),
    amount: readPounds(amount) ?? amount,
    words: readText(form, 'words'),
    left: Number(readText(form, 'left')),
  });
  return `/desk/orders/${id}`;
};
