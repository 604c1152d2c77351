import { whenWords } from '#contract/moments.ts';
import type { OrderStage } from '#contract/orders.ts';
import { orderEvents } from '#server/features/orders/paid/table.ts';
import type { OrderRow } from '#server/features/orders/table.ts';
import type { Transaction } from '#server/platform/database/connect.ts';
import { and, desc, eq } from '#server/platform/database/drizzle.ts';

type LastMove = { who: string; at: Date; before: string | null } | undefined;

/** What is true of an order now and who made it so, for somebody whose press came second. */
export async function describeStage(tx: Transaction, order: OrderRow, now: Date): Promise<string> {
  const [last] = await tx
    .select({ who: orderEvents.who, at: orderEvents.at, before: orderEvents.before })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, order.id), eq(orderEvents.what, 'stage')))
    .orderBy(desc(orderEvents.id))
    .limit(1);
  return WORDS[order.stage](order.id, last, last ? whenWords(last.at, now) : '');
}

const WORDS = {
  'awaiting payment': (id) => `Order ${id} has not been paid for yet.`,
  'to tie': (id, last, when) =>
    last?.before === 'tied' ? `${last.who} took order ${id} back ${when}.` : `Order ${id} is still to tie.`,
  tied: (id, last, when) => (last ? `${last.who} tied order ${id} ${when}.` : `Order ${id} is tied.`),
  out: (id, _, when) => `Order ${id} is out: it left ${when}.`,
  delivered: (id, _, when) => `Order ${id} was delivered ${when}.`,
  'not delivered': (id, _, when) => `Order ${id} could not be delivered ${when}.`,
  cancelled: (id) => `Order ${id} was cancelled: it is not to be tied.`,
} satisfies Record<OrderStage, (id: number, last: LastMove, when: string) => string>;
