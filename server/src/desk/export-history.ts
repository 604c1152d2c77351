import { formatDay, londonDay, londonTime } from '#contract/delivery.ts';
import type { ExportHistory, HistoryEntry } from '#contract/desk-history.ts';
import type { Deps } from '#server/deps.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/features/takings/csv-line.ts';
import { listHistory } from './list-history.ts';

const PAGE = 200;
const COLUMNS = ['Day', 'Time', 'Who', 'What', 'On', 'Before', 'After', 'Details'];

/**
 * What was done, as a file, the newest first. That it was taken is written down before its first line is sent. Lines are read page
 * by page; names and reasons are text in every spreadsheet.
 */
export async function exportHistory(
  deps: Pick<Deps, 'db'>,
  by: DoneNow,
  wanted: ExportHistory,
): Promise<AsyncGenerator<string>> {
  await deps.db.transaction((tx) => writeDeskLog(tx, by, 'export history', 0, { ...wanted }));
  return write(deps, wanted);
}

async function* write(deps: Pick<Deps, 'db'>, wanted: ExportHistory): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  let before: string | undefined;
  do {
    const { entries, next } = await listHistory(deps, { ...wanted, before, limit: PAGE });
    for (const entry of entries) yield csvLine(toCells(entry));
    before = next ?? undefined;
  } while (before !== undefined);
}

function toCells(entry: HistoryEntry): string[] {
  const at = new Date(entry.at);
  const { who, what, before, after, details } = entry;
  return [londonDay(at), londonTime(at), who, what, describeSubject(entry), before ?? '', after ?? '', details];
}

function describeSubject({ order, customer, day, on }: HistoryEntry): string {
  if (order !== null) return `Order ${order}`;
  if (customer !== null) return `Customer ${customer}`;
  return day === null ? (on ?? '') : `${formatDay(day)} ${day.slice(0, 4)}`;
}
