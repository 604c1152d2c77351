import * as z from 'zod';

/** PostgreSQL stores neither the null character nor half a surrogate pair. */
const storable = z.string().refine((words) => !/\0|\p{Cs}/u.test(words));

const Money = z.object({ currency_code: storable, value: storable });

/** PayPal's fee, where it says one. It is no reason to refuse an answer that moves money. */
const Breakdown = z.object({ paypal_fee: Money.optional() }).optional().catch(undefined);

export const ProviderCapture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  seller_receivable_breakdown: Breakdown,
});
export type ProviderCapture = z.infer<typeof ProviderCapture>;

export const ProviderRefund = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  seller_payable_breakdown: Breakdown,
});
export type ProviderRefund = z.infer<typeof ProviderRefund>;

const PurchaseUnit = z.object({
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
  amount: Money.optional(),
  payee: z.object({ merchant_id: z.string().optional(), email_address: z.string().optional() }).optional(),
  payments: z
    .object({ captures: ProviderCapture.array().optional(), refunds: ProviderRefund.array().optional() })
    .optional(),
});

/** An order at PayPal, as far as we read it. */
export const ProviderOrder = z.object({
  id: z.string().min(1),
  status: z.string(),
  intent: z.string().optional(),
  purchase_units: PurchaseUnit.array().optional(),
  /** It is no reason to refuse an answer that moves money. */
  payer: z.object({ payer_id: storable.optional() }).optional().catch(undefined),
});
export type ProviderOrder = z.infer<typeof ProviderOrder>;

const text = storable.max(200).optional().catch(undefined);

/** An event, as far as it says which payment it is about. It is a hint only: the state is looked up at PayPal. */
export const ProviderEvent = z.object({
  id: storable.min(1).max(100),
  event_type: storable.min(1).max(100),
  create_time: text,
  resource: z
    .object({
      id: text,
      custom_id: text,
      invoice_id: text,
      amount: Money.optional().catch(undefined),
      seller_payable_breakdown: Breakdown,
      purchase_units: z.object({ custom_id: text }).array().optional().catch(undefined),
      links: z.object({ rel: text, href: text }).array().max(20).optional().catch(undefined),
      supplementary_data: z
        .object({ related_ids: z.object({ order_id: text }) })
        .optional()
        .catch(undefined),
    })
    .default({}),
});
export type ProviderEvent = z.infer<typeof ProviderEvent>;

export const ProviderEvents = z.object({ events: ProviderEvent.array() });

export const ProviderProblem = z.object({
  name: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.object({ issue: z.string().optional() }).array().optional(),
});

export const ProviderToken = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** The account that is paid. */
export const payeeOf = ({ purchase_units: [unit] = [] }: ProviderOrder): string | undefined =>
  unit?.payee?.merchant_id ?? unit?.payee?.email_address;

/** PayPal's amount in pence; undefined if it is another currency or no amount. */
export function toPence(money: z.infer<typeof Money> | undefined): number | undefined {
  if (money?.currency_code !== 'GBP' || !/^\d+(\.\d{1,2})?$/.test(money.value)) return undefined;
  return Math.round(Number(money.value) * 100);
}

/** What PayPal says that it captured and keeps of it, as far as it says so: what is not known is left as it is. */
export function readCaptured({ amount, seller_receivable_breakdown: breakdown }: ProviderCapture): {
  capturedPence?: number;
  feePence?: number;
} {
  const [capturedPence, feePence] = [toPence(amount), toPence(breakdown?.paypal_fee)];
  return { ...(capturedPence !== undefined && { capturedPence }), ...(feePence !== undefined && { feePence }) };
}

/** What PayPal says that went back, and what of its fee it gave back, likewise. */
export function readRefunded({
  amount,
  seller_payable_breakdown: breakdown,
}: Pick<ProviderRefund, 'amount' | 'seller_payable_breakdown'>): { toldPence?: number; feeBackPence?: number } {
  const [toldPence, feeBackPence] = [toPence(amount), toPence(breakdown?.paypal_fee)];
  return { ...(toldPence !== undefined && { toldPence }), ...(feeBackPence !== undefined && { feeBackPence }) };
}
