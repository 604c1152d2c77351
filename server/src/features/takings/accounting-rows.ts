import { countVat, countVatOfRefund } from './count-vat.ts';
import type { Cell } from './csv-line.ts';
import type { Credit, Sale } from './list-book-entries.ts';

// The columns that the imports of Xero and QuickBooks know; docs/decisions/desk.md says where they are from. Amounts contain VAT,
// which both programs ask about when a file is imported.

export type Program = 'xero' | 'quickbooks';

const XERO_ADDRESS = [
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
];
const XERO_LINE = [
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
];
const QUICKBOOKS_LINE = [
  'Memo',
  'Item(Product/Service)',
  'ItemDescription',
  'ItemQuantity',
  'ItemRate',
  '*ItemAmount',
  '*ItemTaxCode',
  'ItemTaxAmount',
  'Currency',
];

export const INVOICES_FOR: Record<Program, readonly string[]> = {
  xero: [
    '*ContactName',
    'EmailAddress',
    ...XERO_ADDRESS,
    '*InvoiceNumber',
    'Reference',
    '*InvoiceDate',
    '*DueDate',
    ...XERO_LINE,
  ],
  quickbooks: ['*InvoiceNo', '*Customer', '*InvoiceDate', '*DueDate', 'Terms', 'Location', ...QUICKBOOKS_LINE],
};

export const CREDIT_NOTES_FOR: Record<Program, readonly string[]> = {
  xero: [
    '*ContactName',
    'EmailAddress',
    ...XERO_ADDRESS,
    '*CreditNoteNumber',
    'Reference',
    '*CreditNoteDate',
    ...XERO_LINE,
  ],
  quickbooks: ['*CreditNoteNo', '*Customer', '*CreditNoteDate', ...QUICKBOOKS_LINE],
};

/** Xero's own account of sales, and what both call the rates. */
const SALES_ACCOUNT = '200';
const RATES: Record<Program, { standard: string; none: string }> = {
  xero: { standard: '20% (VAT on Income)', none: 'No VAT' },
  quickbooks: { standard: '20.0% S', none: 'No VAT' },
};

const NAMES: Record<string, string> = {
  goods: 'Bouquets',
  extras: 'Add-ons',
  delivery: 'Delivery',
  surcharge: 'Surcharge',
  discount: 'Promo code',
};

const toBritish = (day: string): string => day.split('-').toReversed().join('/');

type Line = { item: string; description: string; pence: number; vat: number | null };

/** A line for each part of what an order cost. Their VAT adds up to that of the order, to the penny. */
export function toInvoiceLines(program: Program, sale: Sale & { buyer: string }): Cell[][] {
  let sofar = 0;
  const lines = sale.sums
    .filter(({ pence }) => pence !== 0)
    .map(({ kind, label, pence }): Line => {
      const before = countVat(sofar, sale.vatNumber);
      sofar += pence;
      const after = countVat(sofar, sale.vatNumber);
      const item = NAMES[kind] ?? kind;
      const vat = before === null || after === null ? null : after - before;
      return { item, description: label === item ? item : `${item}: ${label}`, pence, vat };
    });
  const day = toBritish(sale.on);
  const number = String(sale.order);
  return lines.map((line) =>
    program === 'xero'
      ? [sale.buyer, '', ...NO_ADDRESS, number, sale.invoice, day, day, ...xeroLine(line)]
      : [number, sale.buyer, day, day, '', '', ...quickbooksLine(line, sale.invoice)],
  );
}

/** A credit note for each refund, with its sum above nothing. */
export function toCreditLines(program: Program, credit: Credit & { buyer: string }): Cell[][] {
  const { order, pence, reason, invoice, buyer } = credit;
  const description = `Refund of order ${order}: ${reason}`;
  const line = { item: 'Refund', description, pence, vat: countVatOfRefund(credit) };
  const [number, day] = [`${order}-R${credit.number}`, toBritish(credit.on)];
  return [
    program === 'xero'
      ? [buyer, '', ...NO_ADDRESS, number, invoice, day, ...xeroLine(line)]
      : [number, buyer, day, ...quickbooksLine(line, invoice)],
  ];
}

const NO_ADDRESS = XERO_ADDRESS.map(() => '');

const rateFor = (program: Program, vat: number | null): string =>
  vat === null ? RATES[program].none : RATES[program].standard;

const xeroLine = ({ description, pence, vat }: Line): Cell[] => [
  '',
  description,
  1,
  { pence },
  '',
  SALES_ACCOUNT,
  rateFor('xero', vat),
  '',
  '',
  '',
  '',
  'GBP',
  '',
];

const quickbooksLine = ({ item, description, pence, vat }: Line, memo: string): Cell[] => [
  memo,
  item,
  description,
  1,
  { pence },
  { pence },
  rateFor('quickbooks', vat),
  { pence: vat },
  'GBP',
];
