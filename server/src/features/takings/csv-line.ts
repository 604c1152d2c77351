import type { Pence } from '#contract/money.ts';
import { escapeCell } from '#server/features/catalogue/file/csv-table.ts';

/** Text, which is never run as a formula, or a sum, which may begin with a minus. */
export type Cell = string | number | { pence: Pence | null };

/** Spreadsheets need it to read the pound sign and every letter beyond English. */
export const BYTE_ORDER_MARK = '\u{feff}';

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(toCell).join(',')}\r\n`;

function toCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return cell.pence === null ? '' : (cell.pence / 100).toFixed(2);
  const text = escapeCell(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
