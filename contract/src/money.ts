/** Whole pence inside the shop, numbers in pounds in the API: money is never a floating-point sum. */
export type Pence = number;

export const MAX_PENCE: Pence = 1_000_000;

export const toPounds = (pence: Pence): number => pence / 100;

export const toPence = (pounds: number): Pence => Math.round(pounds * 100);

const sterling = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** `36` → `£36.00`. */
export const formatPounds = (pounds: number): string => sterling.format(pounds);
