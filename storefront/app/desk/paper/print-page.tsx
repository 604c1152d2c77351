import type { PrintedOrders, RunSheet } from '#contract/desk-print.ts';
import type { DeskPage } from '../desk-page.ts';
import { readBack, readText } from './form-parts.tsx';
import { type OrderPrint, PRINTS, type PrintData } from './print-data.ts';
import { PrintView } from './print-view.tsx';
import { stemsQuery } from './stems-words.ts';

const SELECTION = ['ids', 'day', 'run', 'only'];

function selectionOf(search: URLSearchParams): string {
  const chosen = SELECTION.flatMap((name): [string, string][] => {
    const value = search.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(chosen).toString().replaceAll('%2C', ',');
}

/** One page for all: `print/cards?day=2026-11-17&run=1`, `print/tickets?ids=12,15`, `print/run?run=3`, `print/stems?from=…`. */
export const printPage: DeskPage<PrintData> = {
  path: 'print/:what',
  title: 'Print',
  async load(api, { what = '' }, search): Promise<PrintData> {
    if (what === 'stems') {
      const query = stemsQuery(Object.fromEntries(search));
      return { what, query, stems: await api.get(`/api/desk/stems/${query}`) };
    }
    const query = selectionOf(search);
    if (what === 'run') {
      const run = search.get('run') ? await api.get<RunSheet>(`/api/desk/print/run/?${query}`) : undefined;
      return { what, query, run };
    }
    const known = isOrderPrint(what) ? what : 'cards';
    const printed = await api.get<PrintedOrders>(`/api/desk/print/?sheet=${PRINTS[known]}&${query}`);
    return { what: known, query, printed: known === 'cards' ? dropLines(printed) : printed };
  },
  async act(api, form) {
    const orders = readText(form, 'orders').split(',').filter(Boolean).map(Number);
    if (orders.length > 0) await api.send('POST', '/api/desk/print/', { sheet: readText(form, 'sheet'), orders });
    return readBack(form);
  },
  View: PrintView,
};

/** A card shows nothing of the bouquets. */
const dropLines = (printed: PrintedOrders): PrintedOrders => ({
  ...printed,
  orders: printed.orders.map((order) => ({ ...order, lines: [] })),
});

const isOrderPrint = (what: string): what is OrderPrint => Object.hasOwn(PRINTS, what);
