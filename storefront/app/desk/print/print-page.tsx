import type { PrintedOrders } from '#contract/desk-print.ts';
import { withQuery } from '../../api/with-query.ts';
import { readPage, showPage, titled } from '../desk-page.tsx';
import { stemsQuery, stemsWanted } from '../stems/stems-words.ts';
import { type OrderPrint, PRINTS, type PrintData } from './print-data.ts';
import { PrintView } from './print-view.tsx';

const SELECTION = ['ids', 'day', 'run', 'only'] as const;

const selectionOf = (search: URLSearchParams): Partial<Record<(typeof SELECTION)[number], string>> =>
  Object.fromEntries(SELECTION.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])));

/** One page for all: `print/cards?day=2026-11-17&run=1`, `print/tickets?ids=12,15`, `print/run?run=3`, `print/stems?from=…`. */
export const loader = readPage(async (api, { what = '' }, search): Promise<PrintData> => {
  if (what === 'stems') {
    const wanted = stemsWanted(Object.fromEntries(search));
    return { what, query: stemsQuery(wanted), stems: await api.get(withQuery('/api/desk/stems/', wanted)) };
  }
  const selection = selectionOf(search);
  const query = new URLSearchParams(selection).toString().replaceAll('%2C', ',');
  if (what === 'run') {
    const { run: id, ...rest } = selection;
    const run = id ? await api.get(withQuery('/api/desk/print/run/', { run: id, ...rest })) : undefined;
    return { what, query, run };
  }
  const known = isOrderPrint(what) ? what : 'cards';
  const printed = await api.get(withQuery('/api/desk/print/', { sheet: PRINTS[known], ...selection }));
  return { what: known, query, printed: known === 'cards' ? dropLines(printed) : printed };
});

export const meta = titled('Print');

export default showPage<typeof loader>(PrintView);
/** A card shows nothing of the bouquets. */
const dropLines = (printed: PrintedOrders): PrintedOrders => ({
  ...printed,
  orders: printed.orders.map((order) => ({ ...order, lines: [] })),
});

const isOrderPrint = (what: string): what is OrderPrint => Object.hasOwn(PRINTS, what);
