import { checkShape, list, record, text } from '../check-shape.ts';
import { makeId } from '../ids.ts';
import { refuse, refuseAll } from '../problem.ts';
import type { Handler, StandIn } from '../stand-in.ts';
import type { WebhookRecord } from '../store/records.ts';

/** A webhook as a shop registers it. */
export const webhookShape = record(
  {
    url: text(2048, /^https?:\/\//),
    event_types: list(record({ name: text(100, undefined, 1) }, ['name']), 1, 500),
  },
  ['url', 'event_types'],
);

function toWebhook({ url: base }: StandIn, { id, url, eventTypes }: WebhookRecord) {
  const self = `${base}/v1/notifications/webhooks/${id}`;
  return {
    id,
    url,
    event_types: eventTypes.map((name) => ({ name, status: 'ENABLED' })),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  };
}

function requireWebhook({ store }: StandIn, id: string | undefined): WebhookRecord {
  const webhook = store.tables.webhooks.get(id ?? '');
  if (!webhook) throw refuse('INVALID_RESOURCE_ID', { field: 'webhook_id', value: id, location: 'path' });
  return webhook;
}

/** POST /v1/notifications/webhooks */
export const createWebhook: Handler = (standIn, call) => {
  refuseAll(checkShape(webhookShape, call.body ?? {}));
  const { url, event_types } = call.body as { url: string; event_types: { name: string }[] };
  const webhook: WebhookRecord = { id: makeId(), url, eventTypes: event_types.map(({ name }) => name) };
  standIn.store.commit({ put: { webhooks: [webhook] } });
  return { status: 201, body: toWebhook(standIn, webhook) };
};

/** GET /v1/notifications/webhooks */
export const listWebhooks: Handler = (standIn) => ({
  status: 200,
  body: { webhooks: [...standIn.store.tables.webhooks.values()].map((webhook) => toWebhook(standIn, webhook)) },
});

/** GET /v1/notifications/webhooks/{id} */
export const findWebhook: Handler = (standIn, { params }) => ({
  status: 200,
  body: toWebhook(standIn, requireWebhook(standIn, params.id)),
});

/** DELETE /v1/notifications/webhooks/{id} */
export const deleteWebhook: Handler = (standIn, { params }) => {
  const { id } = requireWebhook(standIn, params.id);
  standIn.store.commit({ remove: { webhooks: [id] } });
  return { status: 204 };
};
