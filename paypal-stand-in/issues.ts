type Issue = { status: 400 | 401 | 403 | 404 | 409 | 422; says: string };

const refused = (says: string): Issue => ({ status: 422, says });
const malformed = (says: string): Issue => ({ status: 400, says });

/** The refusals of the stand-in, by PayPal's names. The descriptions are ours: PayPal may change its own. */
export const ISSUES = {
  MALFORMED_REQUEST_JSON: malformed('The body is not JSON.'),
  MISSING_REQUIRED_PARAMETER: malformed('This field is required.'),
  INVALID_PARAMETER_SYNTAX: malformed('This value does not have the form this field needs.'),
  INVALID_PARAMETER_VALUE: malformed('This value is not one of those this field may have.'),
  INVALID_STRING_LENGTH: malformed('This text is too short or too long.'),
  INVALID_ARRAY_MAX_ITEMS: malformed('This list is too long.'),
  INVALID_ARRAY_MIN_ITEMS: malformed('This list is too short.'),
  PAYPAL_REQUEST_ID_REQUIRED: malformed('An order with a payment_source needs a PayPal-Request-Id header.'),
  DUPLICATE_REQUEST_ID: malformed('This PayPal-Request-Id was used before for another request.'),
  PERMISSION_DENIED: { status: 403, says: 'This account may not do that.' },
  INVALID_RESOURCE_ID: { status: 404, says: 'Nothing has this id, or it has run out of time.' },
  PREVIOUS_REQUEST_IN_PROGRESS: { status: 409, says: 'An earlier request on this resource is still being worked on.' },

  AMOUNT_MISMATCH: refused('The amount is not the sum of its breakdown.'),
  ITEM_TOTAL_MISMATCH: refused('item_total is not the sum of unit_amount × quantity.'),
  ITEM_TOTAL_REQUIRED: refused('Items with prices need amount.breakdown.item_total.'),
  TAX_TOTAL_MISMATCH: refused('tax_total is not the sum of tax × quantity.'),
  TAX_TOTAL_REQUIRED: refused('Items with tax need amount.breakdown.tax_total.'),
  DECIMAL_PRECISION: refused('Pounds have two decimal places.'),
  MAX_VALUE_EXCEEDED: refused('The amount is too large.'),
  CANNOT_BE_NEGATIVE: refused('The amount is below zero.'),
  CANNOT_BE_ZERO_OR_NEGATIVE: refused('The amount must be more than zero.'),
  INVALID_CURRENCY_CODE: refused('The stand-in knows pounds only: GBP.'),
  MULTI_CURRENCY_ORDER: refused('One order has one currency.'),
  UNSUPPORTED_INTENT: refused('The stand-in captures only: intent must be CAPTURE.'),
  MISSING_SHIPPING_ADDRESS: refused('SET_PROVIDED_ADDRESS needs shipping.address.'),
  CITY_REQUIRED: refused('A British address needs a town (admin_area_2).'),
  POSTAL_CODE_REQUIRED: refused('A British address needs a postcode.'),

  NOT_PATCHABLE: refused('The stand-in changes no order: make a new one.'),
  ORDER_ALREADY_COMPLETED: refused('The order is completed.'),
  ORDER_NOT_APPROVED: refused('The buyer has not approved this order.'),
  ORDER_ALREADY_CAPTURED: refused('The order has been captured. One order is captured once.'),
  DUPLICATE_INVOICE_ID: refused('Another order with this invoice_id has been captured.'),
  INSTRUMENT_DECLINED: refused('The card or account was declined. Let the buyer choose another.'),
  PAYER_ACTION_REQUIRED: refused('The buyer has to do something more at PayPal.'),
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: refused('Send the buyer back to choose another way to pay.'),
  TRANSACTION_REFUSED: refused('The payment was refused.'),
  PAYER_CANNOT_PAY: refused('This buyer cannot pay this shop.'),
  PAYER_ACCOUNT_RESTRICTED: refused('The account of the buyer is restricted.'),
  PAYEE_BLOCKED_TRANSACTION: refused('The settings of the shop forbid this payment.'),
  COMPLIANCE_VIOLATION: refused('The payment breaks a rule of law.'),
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: refused('Too many attempts were made to pay this order.'),

  CAPTURE_FULLY_REFUNDED: refused('All of this capture has been refunded.'),
  PENDING_CAPTURE: refused('A pending capture cannot be refunded.'),
  REFUND_NOT_ALLOWED: refused('This capture took no money.'),
  REFUND_AMOUNT_EXCEEDED: refused('More than is left of the capture.'),
  REFUND_CAPTURE_CURRENCY_MISMATCH: refused('A refund is in the currency of its capture.'),
  REFUND_TIME_LIMIT_EXCEEDED: refused('A capture can be refunded for 180 days.'),
} satisfies Record<string, Issue>;

export type IssueName = keyof typeof ISSUES;

export const isIssue = (name: string): name is IssueName => Object.hasOwn(ISSUES, name);
