import { type Amount, toAmount, toPence } from '../money.ts';
import { type Detail, toDetail } from '../problem.ts';
import type { ExperienceContext, OrderRequest, PurchaseUnit } from '../store/records.ts';

const UNIT = '/purchase_units/0';
const PLUS = ['item_total', 'tax_total', 'shipping', 'handling', 'insurance'];
const MINUS = ['shipping_discount', 'discount'];

export function readContext(request: OrderRequest): ExperienceContext {
  return request.payment_source?.paypal?.experience_context ?? request.application_context ?? {};
}

/** What PayPal refuses with 422 in a body whose form is right. */
export function checkOrderRules(request: OrderRequest): Detail[] {
  const [unit] = request.purchase_units;
  const intent = request.intent === 'CAPTURE' ? [] : [toDetail('UNSUPPORTED_INTENT', { field: '/intent' })];
  const each = checkEachAmount(unit);
  return [...intent, ...each, ...(each.length === 0 ? checkSums(unit) : []), ...checkShipping(request, unit)];
}

type Placed = { field: string; amount: Amount; zeroAllowed: boolean };

function listAmounts({ amount, items = [] }: PurchaseUnit): Placed[] {
  return [
    { field: `${UNIT}/amount`, amount, zeroAllowed: false },
    ...Object.entries(amount.breakdown ?? {}).map(([name, part]) => {
      return { field: `${UNIT}/amount/breakdown/${name}`, amount: part, zeroAllowed: true };
    }),
    ...items.flatMap(({ unit_amount, tax }, at) => [
      { field: `${UNIT}/items/${at}/unit_amount`, amount: unit_amount, zeroAllowed: true },
      ...(tax ? [{ field: `${UNIT}/items/${at}/tax`, amount: tax, zeroAllowed: true }] : []),
    ]),
  ];
}

function checkEachAmount(unit: PurchaseUnit): Detail[] {
  const amounts = listAmounts(unit);
  const currencies = new Set(amounts.map(({ amount }) => amount.currency_code));
  if (currencies.size > 1) return [toDetail('MULTI_CURRENCY_ORDER', { field: UNIT })];
  if (!currencies.has('GBP')) {
    const field = `${UNIT}/amount/currency_code`;
    return [toDetail('INVALID_CURRENCY_CODE', { field, value: unit.amount.currency_code })];
  }
  return amounts.flatMap(({ field, amount: { value }, zeroAllowed }) => {
    const place = { field: `${field}/value`, value };
    const pence = toPence(value);
    if (typeof pence === 'string') return [toDetail(pence, place)];
    if (pence < 0 && zeroAllowed) return [toDetail('CANNOT_BE_NEGATIVE', place)];
    return pence > 0 || zeroAllowed ? [] : [toDetail('CANNOT_BE_ZERO_OR_NEGATIVE', place)];
  });
}

const penceOf = (amount: Amount | undefined) => Number(amount ? toPence(amount.value) : 0);

function checkSums({ amount, items = [] }: PurchaseUnit): Detail[] {
  const { breakdown } = amount;
  const found: Detail[] = [];
  const sumOf = (part: 'unit_amount' | 'tax') =>
    items.reduce((sum, item) => sum + penceOf(item[part]) * Number(item.quantity), 0);
  const total = (names: string[]) => names.reduce((sum, name) => sum + penceOf(breakdown?.[name]), 0);

  if (items.length > 0 && !breakdown?.item_total) {
    found.push(toDetail('ITEM_TOTAL_REQUIRED', { field: `${UNIT}/amount/breakdown/item_total` }));
  } else if (items.length > 0 && penceOf(breakdown?.item_total) !== sumOf('unit_amount')) {
    found.push(toDetail('ITEM_TOTAL_MISMATCH', { field: `${UNIT}/amount/breakdown/item_total/value` }));
  }
  if (items.some(({ tax }) => tax) && !breakdown?.tax_total) {
    found.push(toDetail('TAX_TOTAL_REQUIRED', { field: `${UNIT}/amount/breakdown/tax_total` }));
  } else if (items.some(({ tax }) => tax) && penceOf(breakdown?.tax_total) !== sumOf('tax')) {
    found.push(toDetail('TAX_TOTAL_MISMATCH', { field: `${UNIT}/amount/breakdown/tax_total/value` }));
  }
  if (breakdown && penceOf(amount) !== total(PLUS) - total(MINUS)) {
    found.push(toDetail('AMOUNT_MISMATCH', { field: `${UNIT}/amount/value`, value: amount.value }));
  }
  return found;
}

function checkShipping(request: OrderRequest, { shipping }: PurchaseUnit): Detail[] {
  const field = `${UNIT}/shipping/address`;
  const address = shipping?.address;
  if (!address) {
    const needed = readContext(request).shipping_preference === 'SET_PROVIDED_ADDRESS';
    return needed ? [toDetail('MISSING_SHIPPING_ADDRESS', { field })] : [];
  }
  if (address.country_code !== 'GB') return [];
  return [
    ...(address.admin_area_2 ? [] : [toDetail('CITY_REQUIRED', { field: `${field}/admin_area_2` })]),
    ...(address.postal_code ? [] : [toDetail('POSTAL_CODE_REQUIRED', { field: `${field}/postal_code` })]),
  ];
}

/** Amounts as PayPal returns them: two decimal places. */
export function tidyUnit(unit: PurchaseUnit): PurchaseUnit {
  const tidy = (amount: Amount) => toAmount(penceOf(amount));
  const { breakdown } = unit.amount;
  return {
    reference_id: 'default',
    ...unit,
    amount: {
      ...tidy(unit.amount),
      ...(breakdown && {
        breakdown: Object.fromEntries(Object.entries(breakdown).map(([name, amount]) => [name, tidy(amount)])),
      }),
    },
    ...(unit.items && {
      items: unit.items.map((item) => ({
        ...item,
        unit_amount: tidy(item.unit_amount),
        ...(item.tax && { tax: tidy(item.tax) }),
      })),
    }),
  };
}
