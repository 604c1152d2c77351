import type { DeskOrder } from '#contract/desk-orders.ts';
import type { DeskApi } from '../desk-api.ts';
import type { Params } from '../desk-page.tsx';

export type OrderData = { order: DeskOrder; now: string };

/** What every page about one order shows. */
export const loadOrder = async (api: DeskApi, { id = '' }: Params): Promise<OrderData> => ({
  order: await api.get(`/api/desk/orders/${id}/`),
  now: new Date().toISOString(),
});
