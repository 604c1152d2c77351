export type Amount = { currency_code: string; value: string };

const DECIMAL = /^(-?)(\d*)(?:\.(\d+))?$/;
/** Thirteen digits of pounds still fit a whole number of pence exactly. */
const LONGEST = 13;

/** Pence of a value as PayPal writes it, or the name of what is wrong with it. */
export function toPence(value: string): number | 'DECIMAL_PRECISION' | 'MAX_VALUE_EXCEEDED' {
  const [, sign, pounds = '', fraction = ''] = DECIMAL.exec(value) ?? [];
  if (fraction.length > 2) return 'DECIMAL_PRECISION';
  if (pounds.replace(/^0+/, '').length > LONGEST) return 'MAX_VALUE_EXCEEDED';
  const pence = Number(pounds || '0') * 100 + Number(fraction.padEnd(2, '0'));
  return sign && pence > 0 ? -pence : pence;
}

/** Pence of a value that was checked before. */
export function requirePence(value: string): number {
  const pence = toPence(value);
  if (typeof pence === 'string') throw new Error(`${value}: ${pence}`);
  return pence;
}

export function toAmount(pence: number): Amount {
  const [sign, whole] = pence < 0 ? ['-', -pence] : ['', pence];
  return {
    currency_code: 'GBP',
    value: `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`,
  };
}

/** A fee of about the usual size, so that net and gross differ as they do at PayPal. */
export const feePence = (pence: number) => Math.min(pence, Math.round(pence * 0.029) + 30);
