import type { Pence } from '#contract/money.ts';

/** Flowers, vases and delivery are sold at the standard rate, and prices contain it: a sixth of what is paid. */
const VAT_PERCENT = 20;

/** The VAT in an amount, to the penny; of a refund as much as of the same sale. Null for what was sold without a VAT number. */
export function countVat(pence: Pence, vatNumber: string | null): Pence | null {
  if (vatNumber === null) return null;
  const vat = Math.round((Math.abs(pence) * VAT_PERCENT) / (100 + VAT_PERCENT));
  return pence < 0 ? -vat : vat;
}

/** The VAT of days: of orders that were placed under a number alone. Null for a shop that has none and never had. */
export const countVatOfDays = ({ taxed }: { taxed: Pence }, vatNumber: string | null): Pence | null =>
  taxed === 0 ? countVat(0, vatNumber) : countVat(taxed, 'set then');
