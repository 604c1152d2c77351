import * as z from 'zod';
import { Id, PathId } from './ids.ts';
import { anyText } from './text.ts';

const amount = z
  .union([z.string().regex(/^\d{1,7}(\.\d{1,2})?$/), z.number().min(0).max(1e7)], {
    error: 'This must be an amount in pounds, such as 41.00.',
  })
  .transform((value) => Math.round(Number(value) * 100));

export const CreatePayment = z
  .object({
    amount: amount.meta({ description: 'The total of the goods in pounds. It is compared, never charged.' }),
    order_id: Id,
    amount_to_pay: amount.optional().meta({
      description:
        'What the page shows as the amount to pay, in pounds. If it is sent and is not ours, nothing is opened.',
    }),
  })
  .meta({ id: 'CreatePayment' });
export type CreatePayment = z.infer<typeof CreatePayment>;

export const CreatedPayment = z
  .object({
    id: z.string().meta({ description: "The payment provider's order id." }),
    delivery_date: z.iso.date().meta({
      description: 'The day that is promised: a page that has shown another day says so first.',
    }),
    amount_to_pay: z.number().meta({
      description: 'Pounds that the provider will ask for: a page that has shown another amount shows this one first.',
    }),
  })
  .meta({ id: 'CreatedPayment' });
export type CreatedPayment = z.infer<typeof CreatedPayment>;

export const CapturePayment = z
  .object({
    order_id: Id,
    paypal_order_id: anyText.regex(/^[\w-]{1,60}$/, "This must be the payment provider's order id."),
  })
  .meta({ id: 'CapturePayment' });
export type CapturePayment = z.infer<typeof CapturePayment>;

/**
 * How a payment stands for the buyer; the server's own states are in states.ts. `paid`: the order is completed.
 * `waiting`: PayPal has not decided yet, poll again. `declined`: no money moved, another way to pay may work. `open`:
 * nothing was approved. `changed`: the cart is no longer what was approved, and nothing was charged. `returned`: money
 * was taken all the same, and goes back.
 */
export const PaymentOutcome = z.enum(['paid', 'waiting', 'declined', 'open', 'changed', 'returned']);
export type PaymentOutcome = z.infer<typeof PaymentOutcome>;

export const PaymentStatus = z
  .object({ order_id: Id, state: PaymentOutcome, detail: z.string() })
  .meta({ id: 'PaymentStatus' });
export type PaymentStatus = z.infer<typeof PaymentStatus>;

export const PaymentStatusQuery = z.object({ order_id: PathId });

/** What the page needs to show the provider's buttons. */
export const PaymentSetup = z
  .object({
    client_id: z.string(),
    sdk_url: z
      .string()
      .nullable()
      .meta({ description: "Where the buttons come from, if not from the provider's own host." }),
    pretended: z.boolean().meta({ description: 'No money moves: the provider is a stand-in.' }),
  })
  .meta({ id: 'PaymentSetup' });
export type PaymentSetup = z.infer<typeof PaymentSetup>;
