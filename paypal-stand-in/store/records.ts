import type { Amount } from '../money.ts';

export type Funding = 'paypal' | 'card';

export type ExperienceContext = {
  brand_name?: string;
  locale?: string;
  shipping_preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS';
  user_action?: 'CONTINUE' | 'PAY_NOW';
  return_url?: string;
  cancel_url?: string;
};

export type Address = {
  address_line_1?: string;
  address_line_2?: string;
  admin_area_1?: string;
  admin_area_2?: string;
  postal_code?: string;
  country_code: string;
};

export type Item = { name: string; quantity: string; unit_amount: Amount; tax?: Amount; sku?: string };

export type PurchaseUnit = {
  reference_id?: string;
  custom_id?: string;
  invoice_id?: string;
  description?: string;
  amount: Amount & { breakdown?: Record<string, Amount> };
  items?: Item[];
  shipping?: { name?: { full_name?: string }; address?: Address; type?: string };
};

export type OrderRequest = {
  intent: 'CAPTURE' | 'AUTHORIZE';
  purchase_units: [PurchaseUnit];
  application_context?: ExperienceContext;
  payment_source?: { paypal?: { experience_context?: ExperienceContext } };
};

export type OrderRecord = {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  request: OrderRequest;
  pence: number;
  createdAt: number;
  updatedAt: number;
  /** Nothing can be done with an uncaptured order from here on. */
  expiresAt: number;
  funding?: Funding;
  /** Who approved it, if that was said. */
  payer?: string;
  /** What every capture is refused with until the buyer approves again: a declined card stays declined. */
  refuses?: string;
  reversed?: true;
};

export type CaptureStatus = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';

export type CaptureRecord = {
  id: string;
  orderId: string;
  status: CaptureStatus;
  reason?: string;
  pence: number;
  refundedPence: number;
  createdAt: number;
  updatedAt: number;
  /** What becomes of a pending capture, and when. */
  later?: { status: 'COMPLETED' | 'DENIED'; at: number };
};

export type RefundRecord = {
  id: string;
  captureId: string;
  /** Completed unless it says otherwise: records of earlier versions do not say. */
  status?: 'PENDING' | 'CANCELLED' | 'FAILED';
  /** What becomes of a pending refund, and when. */
  later?: { status: 'COMPLETED' | 'FAILED'; at: number };
  pence: number;
  totalRefundedPence: number;
  createdAt: number;
  invoiceId?: string;
  customId?: string;
  note?: string;
};

/** The response to a PayPal-Request-Id, for repeats: what was made, or the refusal. */
export type ResponseRecord = { id: string; keptUntil: number; fingerprint: string; made?: string; refused?: string };

export type WebhookRecord = { id: string; url: string; eventTypes: string[] };

/** The body is stored as text: the signature covers its bytes. */
export type EventRecord = { id: string; at: number; type: string; transactionId: string; body: string };

export type DeliveryRecord = {
  id: string;
  eventId: string;
  webhookId: string;
  state: 'queued' | 'delivered' | 'dropped' | 'given-up';
  attempts: number;
  nextAt: number;
  lastAnswer?: string;
};

export type FaultRecord = { id: string; rule: unknown; seen: number };

export type Knobs = {
  id: 'knobs';
  clockOffsetMs: number;
  hold: boolean;
  reorder: boolean;
  beforeAnswer: boolean;
  duplicate: number;
  delaySeconds: number;
  /** How many more deliveries to spoil; true is all of them. */
  drop: number | boolean;
  badSignature: number | boolean;
  wrongWebhookId: number | boolean;
};

/** One movement of money. Pence are positive to the shop and negative back to the buyer. */
export type Movement = {
  n: number;
  time: string;
  kind: 'capture' | 'refund';
  order_id: string;
  capture_id: string;
  refund_id: string | null;
  pence: number;
  currency_code: 'GBP';
  invoice_id: string | null;
  custom_id: string | null;
};
