import { addDays, countDays } from '#contract/delivery.ts';
import type { Books, ExportTakings } from '#contract/desk-takings.ts';
import type { Span } from '#contract/takings-period.ts';
import type { Deps } from '#server/deps.ts';
import type { DoneNow } from '#server/features/staff/done-by.ts';
import { writeDeskLog } from '#server/features/staff/write-desk-log.ts';
import type { Database } from '#server/platform/database/connect.ts';
import { CREDIT_NOTES_FOR, INVOICES_FOR, toCreditLines, toInvoiceLines } from './accounting-rows.ts';
import { countVat, countVatOfDays, countVatOfRefund } from './count-vat.ts';
import { BYTE_ORDER_MARK, type Cell, csvLine } from './csv-line.ts';
import { findVatNumber } from './find-vat-number.ts';
import { type Credit, listCredits, listSales, type Sale } from './list-book-entries.ts';
import { addDaysUp, type DaySums, readDays, takingsPence } from './read-days.ts';

type Source = { db: Database; span: Span; vatNumber: string | null };

/** Each file: its headings, and its lines as they are read. */
const FILES: Record<Books, { columns: readonly string[]; lines(source: Source): AsyncGenerator<Cell[]> }> = {
  days: { columns: columnsOfDays(), lines: listDays },
  orders: { columns: columnsOfOrders(), lines: listOrders },
  'xero-invoices': { columns: INVOICES_FOR.xero, lines: (source) => listInvoices(source, 'xero') },
  'xero-credit-notes': { columns: CREDIT_NOTES_FOR.xero, lines: (source) => listCreditNotes(source, 'xero') },
  'quickbooks-invoices': { columns: INVOICES_FOR.quickbooks, lines: (source) => listInvoices(source, 'quickbooks') },
  'quickbooks-credit-notes': {
    columns: CREDIT_NOTES_FOR.quickbooks,
    lines: (source) => listCreditNotes(source, 'quickbooks'),
  },
};

/**
 * A file for the books, written down in the history before its first line is sent. Lines are read and sent page by page. The file
 * is encoded by `csvLine`: names and reasons are text in every spreadsheet.
 */
export async function writeBooks(
  deps: Pick<Deps, 'db'>,
  by: DoneNow,
  { file, ...span }: ExportTakings,
): Promise<AsyncGenerator<string>> {
  const vatNumber = await findVatNumber(deps);
  await deps.db.transaction((tx) => writeDeskLog(tx, by, 'export takings', 0, { file, ...span }));
  return write(FILES[file], { db: deps.db, span, vatNumber });
}

async function* write({ columns, lines }: (typeof FILES)[Books], source: Source): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for await (const cells of lines(source)) yield csvLine(cells);
}

function columnsOfDays(): string[] {
  const sums = ['Orders', 'Bouquets', 'Add-ons', 'Delivery', 'Surcharges', 'Promo codes', 'Refunds', 'Takings'];
  return ['Day', ...sums, 'Of that VAT', 'PayPal fees', 'Fees not known yet', 'Reaches the bank'];
}

/** Every day of them, and their total. */
async function* listDays({ db, span, vatNumber }: Source): AsyncGenerator<Cell[]> {
  const days = await readDays(db, span);
  const byDay = new Map(days.map((sums) => [sums.day, sums]));
  for (let count = 0; count <= countDays(span.from, span.to); count += 1) {
    const day = addDays(span.from, count);
    yield toDayCells(day, byDay.get(day) ?? addDaysUp([]), vatNumber);
  }
  yield toDayCells('Total', addDaysUp(days), vatNumber);
}

function toDayCells(name: string, sums: Omit<DaySums, 'day'>, vatNumber: string | null): Cell[] {
  const takings = takingsPence(sums);
  const fees = sums.fee - sums.fee_back;
  const parts = [sums.goods, sums.extras, sums.delivery, sums.surcharge, sums.discount, -sums.refunded, takings];
  return [
    name,
    sums.orders,
    ...[...parts, countVatOfDays(sums, vatNumber), -fees].map((pence) => ({ pence: pence === 0 ? 0 : pence })),
    sums.fees_unread,
    { pence: takings - fees },
  ];
}

function columnsOfOrders(): string[] {
  const sums = ['Bouquets', 'Add-ons', 'Delivery', 'Surcharge', 'Promo code', 'Amount', 'Of that VAT', 'PayPal fee'];
  return ['Day', 'Kind', 'Order', 'Invoice', 'Buyer', ...sums, 'PayPal id', 'Reason'];
}

const NOBODY = 'Someone who has left';

/** A line for each order that was paid for, then one for each refund. A fee that is not known is left empty. */
async function* listOrders({ db, span }: Source): AsyncGenerator<Cell[]> {
  for await (const sale of listSales(db, span)) {
    const { order, on, buyer, invoice, capture, fee, sums, vatNumber } = withName(sale);
    const of = (kind: string) => ({ pence: sums.find((sum) => sum.kind === kind)?.pence ?? 0 });
    const amount = amountOf(sums);
    yield [
      on,
      'Sale',
      order,
      invoice,
      buyer,
      ...['goods', 'extras', 'delivery', 'surcharge', 'discount'].map(of),
      { pence: amount },
      { pence: countVat(amount, vatNumber) },
      { pence: fee === null ? null : -fee },
      capture,
      '',
    ];
  }
  for await (const credit of listCredits(db, span)) {
    const { order, on, buyer, invoice, refund, reason, pence, feeBack } = withName(credit);
    const none: Cell[] = ['', '', '', '', ''];
    const vat = countVatOfRefund(credit);
    yield [
      on,
      'Refund',
      order,
      invoice,
      buyer,
      ...none,
      { pence: -pence },
      { pence: vat === null ? null : -vat },
      { pence: feeBack },
      refund,
      reason,
    ];
  }
}

const amountOf = (sums: Sale['sums']): number => sums.reduce((total, { pence }) => total + pence, 0);

async function* listInvoices({ db, span }: Source, program: 'xero' | 'quickbooks'): AsyncGenerator<Cell[]> {
  for await (const sale of listSales(db, span)) yield* toInvoiceLines(program, withName(sale));
}

async function* listCreditNotes({ db, span }: Source, program: 'xero' | 'quickbooks') {
  for await (const credit of listCredits(db, span)) yield* toCreditLines(program, withName(credit));
}

const withName = <T extends Sale | Credit>(entry: T): T & { buyer: string } => ({
  ...entry,
  buyer: entry.buyer || NOBODY,
});
