import type { Pence } from './money.ts';

/** Flowers, vases and delivery are sold at the standard rate, and prices contain it. */
export const VAT_PERCENT = 20;

/** The tax that an amount contains, to the penny; of money that went back as much as of the same sale. */
export const vatIn = (pence: Pence, percent = VAT_PERCENT): Pence =>
  Math.sign(pence) * Math.round((Math.abs(pence) * percent) / (100 + percent));
