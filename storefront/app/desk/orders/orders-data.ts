import type { FoundOrders, OrderCounts } from '#contract/desk-orders.ts';

export type OrdersData = {
  found: FoundOrders;
  counts: OrderCounts;
  /** What stands in the address: the search, the chip and the day. */
  wanted: { q: string; show: string; day: string };
  now: string;
};

/** Only what is wanted: an address without it shows all. */
export function toQuery(wanted: OrdersData['wanted'], changes: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams(Object.entries({ ...wanted, ...changes }).filter(([, value]) => value !== ''));
}
