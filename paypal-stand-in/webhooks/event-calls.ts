import { checkShape, list, record, text } from '../check-shape.ts';
import { refuse, refuseAll } from '../problem.ts';
import type { Handler, StandIn } from '../stand-in.ts';
import type { EventRecord } from '../store/records.ts';
import { toDelivery } from './record-event.ts';

function requireEvent({ store }: StandIn, id: string | undefined): EventRecord {
  const event = store.tables.events.get(id ?? '');
  if (!event) throw refuse('INVALID_RESOURCE_ID', { field: 'event_id', value: id, location: 'path' });
  return event;
}

/** GET /v1/notifications/webhooks-events: newest first, also those that were dropped on their way. */
export const listEvents: Handler = ({ store, url }, { query, path }) => {
  const after = Date.parse(query.get('start_time') ?? '') || 0;
  const before = Date.parse(query.get('end_time') ?? '') || Number.POSITIVE_INFINITY;
  const size = Math.max(1, Number(query.get('page_size')) || 10);
  const [type, transaction] = [query.get('event_type'), query.get('transaction_id')];
  const events = [...store.tables.events.values()]
    .filter(({ at }) => at >= after && at <= before)
    .filter(
      (event) => (type === null || event.type === type) && (transaction ?? event.transactionId) === event.transactionId,
    )
    .reverse()
    .slice(0, size)
    .map(({ body }) => JSON.parse(body) as unknown);
  const links = [{ href: `${url}${path}?${query}`, rel: 'self', method: 'GET' }];
  return { status: 200, body: { events, count: events.length, links } };
};

/** GET /v1/notifications/webhooks-events/{id} */
export const findEvent: Handler = (standIn, { params }) => ({
  status: 200,
  body: JSON.parse(requireEvent(standIn, params.id).body),
});

const resendShape = record({ webhook_ids: list(text(50), 0, 10) });

/** POST /v1/notifications/webhooks-events/{id}/resend: the same event, sent anew to the webhooks named or to all. */
export const resendEvent: Handler = (standIn, call) => {
  const { store } = standIn;
  refuseAll(checkShape(resendShape, call.body ?? {}));
  const { webhook_ids: wanted = [] } = (call.body ?? {}) as { webhook_ids?: string[] };
  const event = requireEvent(standIn, call.params.id);
  const webhooks = [...store.tables.webhooks.keys()].filter((id) => wanted.length === 0 || wanted.includes(id));
  store.commit({ put: { deliveries: webhooks.map((id) => toDelivery(event.id, id, store.now())) } });
  return { status: 202, body: JSON.parse(event.body) };
};
