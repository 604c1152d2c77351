import type { SwapOnDay } from '#contract/desk-missing.ts';
import { shareStems } from '#contract/share-stems.ts';
import { Refusal } from '../desk-api.ts';
import { pressOn, readPage, showPage, titled } from '../desk-page.tsx';
import { send } from '../send.ts';
import { missingDayAddress, missingDayPath, readIds, readLines } from './missing-day-data.ts';
import { MissingDayView } from './missing-day-view.tsx';

/** A flower is missing: one decision for everything of the day that has it. */
export const loader = readPage((api, _params, search) =>
  api.get(missingDayPath(search.get('day'), search.get('flower'))),
);

export const clientAction = pressOn(async (form) => {
  const text = (name: string) => String(form.get(name) ?? '');
  const day = text('day');
  if (form.has('take-back')) {
    await send('POST', '/api/desk/missing/take-back/', { swaps: text('take-back').split(',').map(Number) });
    return missingDayAddress(day);
  }
  if (form.has('can-be-tied')) {
    for (const order of readIds(text('can-be-tied'))) await send('DELETE', `/api/desk/orders/${order}/cannot-be-tied/`);
    return missingDayAddress(day);
  }
  const flower = text('flower');
  if (form.has('cannot-be-tied')) {
    const orders = form.getAll('orders').map(Number);
    await send('POST', '/api/desk/missing/cannot-be-tied/', { orders, why: `${flower} is missing` });
    return missingDayAddress(day, undefined, { flower, untied: orders });
  }
  await send('POST', '/api/desk/missing/', {
    flower,
    instead: readInstead(form),
    tell: form.has('tell'),
    lines: decideLines(form),
  });
  return missingDayAddress(day, undefined, { flower });
});

export const meta = titled('What is missing?');

export default showPage<typeof loader>(MissingDayView);
/** One of those that are offered, or what was typed. */
function readInstead(form: FormData): string {
  const chosen = form.get('instead');
  const named = String(chosen || (form.get('other') ?? '')).trim();
  if (chosen === null && named === '') throw new Refusal(400, { instead: ['Choose what goes in instead.'] });
  if (named === '') throw new Refusal(400, { other: ['Name the flower that goes in instead.'] });
  return named;
}

/**
 * What each bouquet of the chosen tickets goes without, of the lines as the page showed them: the shop refuses all of it if one of
 * them has changed since, so nothing is decided that nobody saw.
 */
function decideLines(form: FormData): SwapOnDay['lines'] {
  const orders = form.getAll('orders').map(Number);
  return shareStems(readLines(String(form.get('lines') ?? '')), Number(form.get('left')))
    .filter(({ order, missing }) => missing > 0 && orders.includes(order))
    .map(({ order, item, stems, missing }) => ({ order, item, from: stems, count: missing }));
}
