import type { Pence } from '#contract/money.ts';
import { vatIn } from '#contract/vat.ts';

/** The VAT in an amount. Null for what was sold without a VAT number. */
export const countVat = (pence: Pence, vatNumber: string | null): Pence | null =>
  vatNumber === null ? null : vatIn(pence);

type Part = { pence: Pence; leftPence: Pence; vatNumber: string | null };

/** The VAT in money that went back, by what was left of the order: the parts of an order have its VAT together, to the penny. */
export const countVatOfRefund = ({ pence, leftPence, vatNumber }: Part): Pence | null =>
  vatNumber === null ? null : vatIn(leftPence + pence) - vatIn(leftPence);

/** The VAT of days: of orders that were placed under a number alone. Null for a shop that has none and never had. */
export const countVatOfDays = ({ taxed }: { taxed: Pence }, vatNumber: string | null): Pence | null =>
  taxed === 0 && vatNumber === null ? null : vatIn(taxed);
