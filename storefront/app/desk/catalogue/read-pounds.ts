const POUNDS = /^£?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d{1,2})?$/;

/** `£1,234.50` as a number of pounds; undefined if it is no price. */
export function readPounds(typed: string): number | undefined {
  const [, whole, part = ''] = POUNDS.exec(typed.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole.replaceAll(',', '') + part);
}
