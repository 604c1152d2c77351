import { anything, checkShape, flag, number, record, text } from '../check-shape.ts';
import { refuse, refuseAll } from '../problem.ts';
import type { StandIn } from '../stand-in.ts';
import type { Knobs } from '../store/records.ts';
import { toEvent } from '../webhooks/record-event.ts';

const shape = record({
  hold: flag,
  release: flag,
  reorder: flag,
  beforeAnswer: flag,
  duplicate: number,
  delaySeconds: number,
  drop: anything,
  badSignature: anything,
  wrongWebhookId: anything,
  send: record({ event_type: text(100, undefined, 1), resource_type: text(100), resource: anything }, ['event_type']),
});

type Body = Partial<Omit<Knobs, 'id' | 'clockOffsetMs'>> & {
  release?: boolean;
  send?: { event_type: string; resource_type?: string; resource?: unknown };
};

/** Sets what is named and leaves the rest; `release` ends a hold; `send` makes up an event. Answers the queue. */
export function setWebhookKnobs(standIn: StandIn, body: unknown): unknown {
  const { store } = standIn;
  refuseAll(checkShape(shape, body));
  const { release, send, ...knobs } = body as Body;
  for (const name of ['drop', 'badSignature', 'wrongWebhookId'] as const) {
    const value = knobs[name];
    if (value !== undefined && typeof value !== 'boolean' && !Number.isInteger(value)) {
      throw refuse('INVALID_PARAMETER_SYNTAX', { field: `/${name}`, description: 'A whole number, true or false.' });
    }
  }
  store.commit({ put: { knobs: [{ ...store.knobs, ...knobs, ...(release && { hold: false }) }] } });
  if (send) {
    const news = {
      type: send.event_type,
      resourceType: send.resource_type ?? 'unknown',
      summary: 'An event made up by a test',
      transactionId: '',
      resource: send.resource ?? {},
    };
    store.commit({ put: toEvent(standIn, news) });
  }
  return listDeliveries(standIn);
}

/** The knobs as they stand and every delivery, oldest first. */
export function listDeliveries({ store }: StandIn): unknown {
  const { id: _, clockOffsetMs: __, ...knobs } = store.knobs;
  const deliveries = [...store.tables.deliveries.values()].map(
    ({ eventId, webhookId, state, attempts, nextAt, lastAnswer }) => ({
      event_id: eventId,
      event_type: store.tables.events.get(eventId)?.type,
      webhook_id: webhookId,
      state,
      attempts,
      next_at: new Date(nextAt).toISOString(),
      last_answer: lastAnswer ?? null,
    }),
  );
  return { ...knobs, deliveries };
}
