export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Seconds without a fraction, as PayPal writes them. */
export const toTime = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
