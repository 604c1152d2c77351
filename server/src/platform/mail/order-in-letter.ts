import * as z from 'zod';
import { OrderSum } from '#contract/orders.ts';
import { Size } from '#contract/sizes.ts';

/** A file of the shop's own, by its path: the letter gets the shop's address when it is sent. */
export const PictureInLetter = z.object({ path: z.string(), alt: z.string() });
export type PictureInLetter = z.infer<typeof PictureInLetter>;

const ItemInLetter = z.object({
  name: z.string(),
  itemCode: z.string(),
  /** Older letters know of the standard size alone, and of no extras. */
  size: Size.default('standard'),
  quantity: z.number(),
  /** Of one bouquet, without extras. */
  price: z.number(),
  extras: z.array(z.object({ name: z.string(), price: z.number() })).default([]),
  /** Letters that were sealed by an earlier version have none. */
  picture: PictureInLetter.nullish(),
});
export type ItemInLetter = z.infer<typeof ItemInLetter>;

/** An order as letters tell of it; prices in pounds. */
export const OrderInLetter = z.object({
  id: z.number(),
  items: z.array(ItemInLetter),
  total: z.number(),
  deliveryFee: z.number(),
  /** What the amount is made of; letters that were sealed by an earlier version have none. */
  sums: OrderSum.array().optional(),
  paid: z.number(),
  day: z.string(),
  /** Line by line, as it stands on the parcel. */
  address: z.array(z.string()),
  note: z.string(),
  /** The wishes for the day, line by line; letters of an earlier version have none. */
  wishes: z.array(z.string()).optional(),
});
export type OrderInLetter = z.infer<typeof OrderInLetter>;

/** The order that makes up for another, and the day it comes. */
export const ReplacementInLetter = z.object({ order: z.number(), day: z.string() });
export type ReplacementInLetter = z.infer<typeof ReplacementInLetter>;

/** How the flowers were handed over. */
export const HandoverInLetter = z.object({
  outcome: z.enum(['handed over', 'neighbour']),
  /** Who took them, which neighbour, or where they were left; empty for the door. */
  takenBy: z.string(),
  /** The photo of it, by a path that works for 30 days. */
  photoPath: z.string().nullable(),
});
export type HandoverInLetter = z.infer<typeof HandoverInLetter>;
