import * as z from 'zod';
import { Address } from './addresses.ts';
import { CODE_KINDS } from './discount.ts';
import { digits, Id, PathId } from './ids.ts';
import { Picture } from './pictures.ts';
import { Availability } from './products.ts';
import { Size } from './sizes.ts';
import { NOBODY_IN_CHOICES, SWAP_CHOICES } from './wishes.ts';

/** Where an order stands between being agreed and being with its recipient. */
export const ORDER_STAGES = [
  'awaiting payment',
  'to tie',
  'tied',
  'out',
  'delivered',
  'not delivered',
  'cancelled',
] as const;
export const OrderStage = z.enum(ORDER_STAGES);
export type OrderStage = z.infer<typeof OrderStage>;

/** What an amount can be made of, in the order in which it is shown. */
export const SUM_KINDS = ['goods', 'extras', 'delivery', 'surcharge', 'discount'] as const;

/** A part of what an order costs; a discount is below nothing. */
export const OrderSum = z
  .object({ kind: z.enum(SUM_KINDS), label: z.string(), amount: z.number() })
  .meta({ id: 'OrderSum' });
export type OrderSum = z.infer<typeof OrderSum>;

/** What the code of a cart gives, so that a page can count along while a change is on its way. */
export const CodeGives = z
  .object({
    kind: z.enum(CODE_KINDS),
    value: z.number().meta({ description: 'Percent or pounds; 0 for free delivery.' }),
    least: z.number().nullable().meta({ description: 'The goods that a cart must hold, in pounds.' }),
  })
  .meta({ id: 'CodeGives' });
export type CodeGives = z.infer<typeof CodeGives>;

/** Money of an order that PayPal has given back. */
export const OrderRefund = z
  .object({ amount: z.number(), reason: z.string(), refunded_at: z.iso.datetime() })
  .meta({ id: 'OrderRefund' });
export type OrderRefund = z.infer<typeof OrderRefund>;

/** P is the one cart, and W what was the cart while its payment is being confirmed. C is completed, and X was cancelled. */
export const OrderStatus = z.enum(['P', 'W', 'C', 'X']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** An extra of a line: with each of its bouquets comes one. */
export const ItemExtra = z
  .object({
    id: Id,
    name: z.string(),
    price: z.number().meta({ description: 'Pounds for one; fixed once the order is completed.' }),
    availability: Availability.meta({ description: 'Whether it can be bought now.' }),
  })
  .meta({ id: 'ItemExtra' });
export type ItemExtra = z.infer<typeof ItemExtra>;

export const OrderItem = z
  .object({
    id: Id,
    product: Id,
    size: Size,
    quantity: z.int(),
    price: z.number().meta({
      description: 'Pounds for one in this size, without extras; fixed once the order is completed.',
    }),
    price_when_added: z.number().nullable().meta({
      description: 'Pounds for one when it was put into the cart; null where that was not written down.',
    }),
    name: z.string(),
    picture: Picture.nullable(),
    availability: z
      .enum(['on_sale', 'sold_out', 'withdrawn'])
      .meta({ description: 'Whether it can be bought now, in this size.' }),
    extras: z.array(ItemExtra),
  })
  .meta({ id: 'OrderItem' });
export type OrderItem = z.infer<typeof OrderItem>;

export const Order = z
  .object({
    id: Id,
    buyer: z.string(),
    status: OrderStatus,
    order_items: OrderItem.array(),
    total_cost: z.number().meta({ description: 'The goods, in pounds: bouquets and extras.' }),
    delivery_fee: z.number(),
    amount_to_pay: z.number().meta({ description: 'The sum of `sums`: what the payment provider is asked for.' }),
    text: z.string().meta({ description: 'The gift note.' }),
    driver_note: z.string().meta({ description: 'Words for the driver; they are not printed.' }),
    swap_choice: z.enum(SWAP_CHOICES).meta({
      description: 'If a flower is missing: choose something as lovely, or ask the buyer first.',
    }),
    nobody_in: z.enum(NOBODY_IN_CHOICES).nullable().meta({
      description: 'What the driver does if nobody is in; null in orders from before it was asked.',
    }),
    shipping_address: Id.nullable(),
    address: Address.omit({ id: true })
      .nullable()
      .meta({ description: 'As chosen, or as it was when it was paid for.' }),
    delivery_date: z.iso.date().nullable(),
    completed_at: z.iso.datetime().nullable(),
    dispatched_at: z.iso.datetime().nullable(),
    delivered_at: z.iso.datetime().nullable(),
    replaces: Id.nullable().meta({ description: 'The order whose damaged flowers this one replaces, at no charge.' }),
    being_paid: z.boolean().meta({
      description: 'A payment is being confirmed: this order cannot change meanwhile, and is no longer the cart.',
    }),
    stage: OrderStage.nullable().meta({ description: 'How far it is; null while it is a cart.' }),
    sums: OrderSum.array().meta({ description: 'What the amount is made of.' }),
    code: z.string().nullable().meta({ description: 'The promo code of the cart, or the one that was used.' }),
    code_problem: z.string().nullable().meta({
      description: 'Why the code of the cart gives nothing now. Nothing can be paid for until it is good or taken off.',
    }),
    code_gives: CodeGives.nullable().meta({
      description: 'Of a cart with a code; null once it is agreed: see `sums`.',
    }),
    refunded: z.number().meta({
      description: 'Pounds that have gone back; what PayPal has not confirmed yet is not counted.',
    }),
    refunds: OrderRefund.array().meta({ description: 'What `refunded` is made of, the first first.' }),
  })
  .meta({ id: 'Order' });
export type Order = z.infer<typeof Order>;

export const OrderList = Order.array();

export const MAX_ORDER_LIMIT = 100;
export const ListOrders = z.object({
  status: z
    .string()
    .regex(/^[PWCX](,[PWCX])*$/, 'This is no status.')
    .transform((text) => OrderStatus.array().parse(text.split(',')))
    .optional()
    .meta({ description: 'P, W, C or X; several with commas between them.' }),
  limit: digits.pipe(z.int().max(MAX_ORDER_LIMIT)).optional(),
  before: PathId.optional().meta({ description: 'Id of the last order of the page before.' }),
});
export type ListOrders = z.infer<typeof ListOrders>;

export const OrderParams = z.object({ orderId: PathId });
export const ItemParams = z.object({ orderId: PathId, itemId: PathId });
