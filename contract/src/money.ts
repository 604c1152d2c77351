/** Whole pence inside the shop, numbers in pounds in the API: money is never a floating-point sum. */
export type Pence = number;

export const MAX_PENCE: Pence = 1_000_000;

export const toPounds = (pence: Pence): number => pence / 100;

export const toPence = (pounds: number): Pence => Math.round(pounds * 100);

const TYPED = /^£?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(\.\d{1,2})?$/;

/** Pounds as people type them, `36`, `36.50` or `£1,200`; undefined for anything else. */
export function readPounds(typed: string): number | undefined {
  const [, whole = '', rest = ''] = TYPED.exec(typed.trim()) ?? [];
  return whole === '' ? undefined : Number(whole.replaceAll(',', '') + rest);
}

/**
 * `36` → `£36.00`. Without Intl, because browsers take longer to make a formatter than to run the rest of the page's
 * modules.
 */
export function formatPounds(pounds: number): string {
  const pence = Math.abs(toPence(pounds));
  const whole = String(Math.trunc(pence / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${pounds < 0 ? '-' : ''}£${whole}.${String(pence % 100).padStart(2, '0')}`;
}
