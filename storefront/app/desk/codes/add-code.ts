import type { Press } from '../desk-page.tsx';
import { send } from '../send.ts';
import { toAmount, toNumber } from '../ui/read-changed.ts';
import { readText } from '../ui/read-form.tsx';

/** A new code, as its form says it. */
export const addCode: Press = async (form) => {
  const read = (name: string) => readText(form, name).trim();
  const kind = read('kind');
  const added = await send('POST', '/api/desk/codes/', {
    code: read('code'),
    kind,
    value: kind === 'percent' ? toNumber(read('value').replace(/\s*%$/, '')) : toAmount(read('value')),
    from: read('from') || null,
    until: read('until') || null,
    least: toAmount(read('least')),
    uses: toNumber(read('uses')),
    each: toNumber(read('each')),
    first_order: form.has('first_order'),
  });
  return `/desk/codes/${encodeURIComponent(added.code)}?saved=open`;
};
