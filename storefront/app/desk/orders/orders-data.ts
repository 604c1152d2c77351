import type { FoundOrders, OrderCounts } from '#contract/desk-find-orders.ts';

export type OrdersData = {
  found: FoundOrders;
  counts: OrderCounts;
  /** What stands in the address: the search, the chip and the day. */
  wanted: { q: string; show: string; day: string };
  now: string;
};

/** Only what is wanted: an address without it shows all. */
export const wantedOf = (wanted: Partial<OrdersData['wanted']>): Partial<OrdersData['wanted']> =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));

export const toQuery = (wanted: OrdersData['wanted'], changes: Record<string, string> = {}): URLSearchParams =>
  new URLSearchParams(wantedOf({ ...wanted, ...changes }));
