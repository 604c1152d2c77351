import { checkShape, flag, number, oneOf, record, text } from '../check-shape.ts';
import { listFaults, setFaults } from '../faults/fault-rules.ts';
import { toReply } from '../faults/spoil-reply.ts';
import { parseJson, type RawCall } from '../http/read-call.ts';
import { OPS } from '../http/routes.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { requireOrder } from '../orders/order-calls.ts';
import { readContext } from '../orders/order-rules.ts';
import { payerOf } from '../orders/show-order.ts';
import { Problem, refuse, refuseAll } from '../problem.ts';
import { settleDue } from '../settle-due.ts';
import type { Reply, StandIn } from '../stand-in.ts';
import type { Funding } from '../store/records.ts';
import { listDeliveries, setWebhookKnobs } from './webhook-knobs.ts';

type Control = (standIn: StandIn, body: unknown) => unknown;

const approve: Control = (standIn, body) => {
  const shape = record({ token: text(36), funding: oneOf('paypal', 'card'), declined: flag, payer: text(13) }, [
    'token',
  ]);
  refuseAll(checkShape(shape, body));
  const { token, ...choice } = body as { token: string; funding?: Funding; declined?: boolean; payer?: string };
  const order = approveOrder(standIn, token, choice);
  const { return_url = null } = readContext(order.request);
  return { orderID: order.id, payerID: payerOf(order), status: order.status, return_url };
};

/** What the buyer does at the approval page: the only one of these calls that a shop proxies. */
const BY_THE_BUYER = '/checkoutnow/approve';

export const isControl = (path: string): boolean => path.startsWith('/standin/') || path === BY_THE_BUYER;

/** The calls that drive the stand-in from outside. None of them exists at PayPal. */
const CONTROLS: Record<string, Control> = {
  [`POST ${BY_THE_BUYER}`]: approve,
  'POST /standin/approve': approve,
  'POST /standin/cancel': (standIn, body) => {
    refuseAll(checkShape(record({ token: text(36) }, ['token']), body));
    const order = requireOrder(standIn, (body as { token: string }).token);
    const { cancel_url = null } = readContext(order.request);
    return { orderID: order.id, status: order.status, cancel_url };
  },
  'POST /standin/faults': (standIn, body) => {
    setFaults(standIn, body, OPS);
    return { rules: listFaults(standIn) };
  },
  'GET /standin/faults': (standIn) => ({ rules: listFaults(standIn) }),
  'DELETE /standin/faults': (standIn) => {
    setFaults(standIn, { clear: true }, OPS);
    return { rules: [] };
  },
  'POST /standin/clock': (standIn, body) => {
    const { store } = standIn;
    refuseAll(checkShape(record({ advance_seconds: number }, ['advance_seconds']), body));
    const seconds = (body as { advance_seconds: number }).advance_seconds;
    if (seconds < 0) throw refuse('INVALID_PARAMETER_VALUE', { field: '/advance_seconds', value: seconds });
    const { knobs } = store;
    store.commit({ put: { knobs: [{ ...knobs, clockOffsetMs: knobs.clockOffsetMs + seconds * 1000 }] } });
    settleDue(standIn);
    return { now: new Date(store.now()).toISOString() };
  },
  'GET /standin/clock': ({ store }) => ({ now: new Date(store.now()).toISOString() }),
  'POST /standin/webhooks': (standIn, body) => setWebhookKnobs(standIn, body),
  'GET /standin/webhooks': (standIn) => listDeliveries(standIn),
  'POST /standin/reset': ({ store, settings }) => {
    store.reset();
    registerWebhook({ store, settings });
    return { ledger: store.ledger };
  },
  'GET /standin/ledger': ({ store }) => store.ledger,
  'GET /standin/state': ({ store }) => ({
    orders: [...store.tables.orders.values()],
    captures: [...store.tables.captures.values()],
    refunds: [...store.tables.refunds.values()],
  }),
};

export async function handleControlCall(standIn: StandIn, raw: RawCall): Promise<Reply> {
  const control = CONTROLS[`${raw.method} ${raw.path}`];
  if (!control) throw new Problem(404);
  requireSameOrigin(raw);
  try {
    const body = control(standIn, raw.raw.length > 0 ? parseJson(raw) : {});
    standIn.webhookSender.wake();
    return { status: 200, body };
  } catch (error) {
    if (error instanceof Problem) return toReply(error);
    throw error;
  }
}

/** The approval page may press the knobs, and programs without an origin; no other page may. */
function requireSameOrigin(raw: RawCall): void {
  const origin = raw.header('origin');
  if (origin !== undefined && origin !== `http://${raw.header('host')}`) throw new Problem(403);
}

/** The webhook of the environment is always there, at the address of this start. */
export function registerWebhook({
  store,
  settings: { webhookUrl, webhookId },
}: Pick<StandIn, 'store' | 'settings'>): void {
  if (!webhookUrl || store.tables.webhooks.get(webhookId)?.url === webhookUrl) return;
  store.commit({ put: { webhooks: [{ id: webhookId, url: webhookUrl, eventTypes: ['*'] }] } });
}
