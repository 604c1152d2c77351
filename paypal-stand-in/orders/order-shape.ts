import { list, oneOf, record, type Shape, text } from '../check-shape.ts';

const money: Record<string, Shape> = {
  currency_code: text(3, /^[A-Z]{3}$/, 3),
  value: text(32, /^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/, 1),
};
export const amountShape = record(money, ['currency_code', 'value']);

const address = record(
  {
    address_line_1: text(300),
    address_line_2: text(300),
    admin_area_1: text(300),
    admin_area_2: text(120),
    postal_code: text(60),
    country_code: text(2, /^([A-Z]{2}|C2)$/, 2),
  },
  ['country_code'],
);

const item = record(
  {
    name: text(127, undefined, 1),
    quantity: text(10, /^[1-9][0-9]{0,9}$/, 1),
    unit_amount: amountShape,
    tax: amountShape,
    description: text(127),
    sku: text(127),
    category: oneOf('DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION'),
  },
  ['name', 'quantity', 'unit_amount'],
);

const breakdown = record({
  item_total: amountShape,
  shipping: amountShape,
  handling: amountShape,
  tax_total: amountShape,
  insurance: amountShape,
  shipping_discount: amountShape,
  discount: amountShape,
});

const purchaseUnit = record(
  {
    reference_id: text(256, undefined, 1),
    description: text(127, undefined, 1),
    custom_id: text(127, undefined, 1),
    invoice_id: text(127, undefined, 1),
    soft_descriptor: text(22, undefined, 1),
    amount: record({ ...money, breakdown }, ['currency_code', 'value']),
    items: list(item, 0, 100),
    shipping: record({
      name: record({ full_name: text(300) }),
      type: oneOf('SHIPPING', 'PICKUP_IN_PERSON', 'PICKUP_IN_STORE', 'PICKUP_FROM_PERSON'),
      address,
    }),
  },
  ['amount'],
);

const context: Record<string, Shape> = {
  brand_name: text(127, undefined, 1),
  locale: text(10, /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/, 2),
  shipping_preference: oneOf('GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'),
  user_action: oneOf('CONTINUE', 'PAY_NOW'),
  return_url: text(2048, /^https?:\/\//),
  cancel_url: text(2048, /^https?:\/\//),
};
const preference = oneOf('UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED');

/** The part of PayPal's order_request that a shop with one basket, pounds and delivery uses. */
export const orderShape = record(
  {
    intent: oneOf('CAPTURE', 'AUTHORIZE'),
    purchase_units: list(purchaseUnit, 1, 1),
    application_context: record({
      ...context,
      landing_page: oneOf('LOGIN', 'BILLING', 'NO_PREFERENCE'),
      payment_method: record({ payee_preferred: preference }),
    }),
    payment_source: record({
      paypal: record({
        email_address: text(254),
        experience_context: record({
          ...context,
          landing_page: oneOf('LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'),
          payment_method_preference: preference,
        }),
      }),
    }),
  },
  ['intent', 'purchase_units'],
);

/** A capture has no body: the buyer chose how to pay when approving. */
export const captureShape = record({});

export const refundShape = record({
  amount: amountShape,
  custom_id: text(127, undefined, 1),
  invoice_id: text(127, undefined, 1),
  note_to_payer: text(255, undefined, 1),
});
