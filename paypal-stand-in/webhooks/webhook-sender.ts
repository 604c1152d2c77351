import type { StandIn, WebhookSender } from '../stand-in.ts';
import type { DeliveryRecord, Knobs } from '../store/records.ts';
import { signEvent } from './sign-event.ts';

const ANSWER_MS = 10_000;
const SOON_MS = 20;
/** 25 retries in about three days: seconds at first, then every six hours or so. */
const MOST_RETRIES = 25;
const LONGEST_WAIT_S = 22_600;

/** Delivers events one after another, as the knobs say. An event is delivered when the response is 2xx. */
export function startWebhookSender(read: () => StandIn): WebhookSender {
  let round: Promise<void> | undefined;
  let soon: NodeJS.Timeout | undefined;
  const stopped = new AbortController();

  async function work(): Promise<void> {
    const standIn = read();
    const tried = new Set<string>();
    for (let next = pickNext(standIn, tried); next && !stopped.signal.aborted; next = pickNext(standIn, tried)) {
      tried.add(next.id);
      await deliverOne(standIn, next, stopped.signal);
    }
  }

  const deliver = async (): Promise<void> => {
    while (round) await round;
    round = work().finally(() => {
      round = undefined;
    });
    await round;
  };

  return {
    deliver,
    wake() {
      soon ??= setTimeout(() => {
        soon = undefined;
        if (!round) void deliver();
      }, SOON_MS);
    },
    async stop() {
      stopped.abort();
      clearTimeout(soon);
      await round;
    },
  };
}

function pickNext({ store }: StandIn, tried: Set<string>): DeliveryRecord | undefined {
  if (store.knobs.hold) return undefined;
  const due = [...store.tables.deliveries.values()].filter(
    ({ id, state, nextAt }) => state === 'queued' && nextAt <= store.now() && !tried.has(id),
  );
  return store.knobs.reorder ? due.at(-1) : due[0];
}

type Spoiling = 'drop' | 'badSignature' | 'wrongWebhookId';

/** Counts down a knob that spoils a number of deliveries; true if this one is spoilt. */
function spend({ store }: StandIn, knob: Spoiling): boolean {
  const left = store.knobs[knob];
  if (typeof left === 'number' && left > 0) {
    store.commit({ put: { knobs: [{ ...store.knobs, [knob]: left - 1 } satisfies Knobs] } });
  }
  return left === true || (typeof left === 'number' && left > 0);
}

async function deliverOne(standIn: StandIn, delivery: DeliveryRecord, stopped: AbortSignal): Promise<void> {
  const { store } = standIn;
  const end = (state: DeliveryRecord['state']) => store.commit({ put: { deliveries: [{ ...delivery, state }] } });
  if (!store.tables.webhooks.has(delivery.webhookId)) return end('given-up');
  if (spend(standIn, 'drop')) return end('dropped');
  let answer = await send(standIn, delivery, stopped);
  for (let copy = 0; copy < store.knobs.duplicate && !stopped.aborted; copy += 1) {
    answer = await send(standIn, delivery, stopped);
  }
  if (stopped.aborted) return;
  const attempts = delivery.attempts + 1;
  const waitMs = Math.min(2 ** delivery.attempts, LONGEST_WAIT_S) * 1000;
  const missed = attempts > MOST_RETRIES ? 'given-up' : 'queued';
  const state = /^2\d\d$/.test(answer) ? 'delivered' : missed;
  store.commit({
    put: { deliveries: [{ ...delivery, attempts, state, lastAnswer: answer, nextAt: store.now() + waitMs }] },
  });
}

/** The status of the response, or why there was none. */
async function send(standIn: StandIn, delivery: DeliveryRecord, stopped: AbortSignal): Promise<string> {
  const { tables } = standIn.store;
  const webhook = tables.webhooks.get(delivery.webhookId);
  const event = tables.events.get(delivery.eventId);
  if (!webhook || !event) return 'the webhook is gone';
  const webhookId = spend(standIn, 'wrongWebhookId') ? 'ANOTHERWEBHOOK001' : webhook.id;
  const headers = signEvent(standIn, webhookId, event.body);
  if (spend(standIn, 'badSignature')) headers['paypal-transmission-sig'] = Buffer.alloc(256, 7).toString('base64');
  try {
    const response = await fetch(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(ANSWER_MS)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
