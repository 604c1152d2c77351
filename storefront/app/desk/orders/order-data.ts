import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DeskApi, Params } from '../desk-page.ts';

export type OrderData = { order: DeskOrder; now: string };

/** What every page about one order shows. */
export const loadOrder = async (api: DeskApi, { id = '' }: Params): Promise<OrderData> => ({
  order: await api.get(`/api/desk/orders/${id}/`),
  now: new Date().toISOString(),
});
