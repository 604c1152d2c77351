import { setTimeout as sleep } from 'node:timers/promises';
import { requireToken } from '../access-token.ts';
import type { Fault } from '../faults/fault.ts';
import { nextFault } from '../faults/fault-rules.ts';
import { readMockResponse } from '../faults/mock-response.ts';
import { type Outcome, requireNoRefusal, spoilReply, toReply } from '../faults/spoil-reply.ts';
import { expireOrder } from '../orders/approve-order.ts';
import { Problem } from '../problem.ts';
import type { Call, Reply, StandIn } from '../stand-in.ts';
import { matchPath } from './match-path.ts';
import { parseJson, type RawCall } from './read-call.ts';
import { ROUTES } from './routes.ts';
import type { createSerialiser } from './serialise-calls.ts';

type Route = (typeof ROUTES)[number];

/** Handles one call of PayPal's API, with the faults that rules ask for. */
export async function handleApiCall(
  standIn: StandIn,
  serialise: ReturnType<typeof createSerialiser>,
  raw: RawCall,
): Promise<Outcome> {
  const found = findRoute(raw);
  if (!found.route) return { send: toReply(new Problem(found.pathKnown ? 405 : 404)) };
  const { route, params } = found;
  const fault = nextFault(standIn, route.op, { ...raw, params });
  if (fault.dropBeforeCommit) {
    await sleep(fault.delayBefore ?? 0);
    return { cut: true };
  }
  const reply = await serialise(toQueueKey(standIn, route, params), () =>
    work(standIn, route, { ...raw, params }, fault),
  );
  if (standIn.store.knobs.beforeAnswer) await standIn.webhookSender.deliver();
  standIn.webhookSender.wake();
  await sleep(fault.delayAfter ?? 0);
  return spoilReply(fault, reply);
}

function findRoute({ method, path }: RawCall) {
  let pathKnown = false;
  for (const route of ROUTES) {
    const params = matchPath(route.path, path);
    if (params && route.method === method) return { route, params, pathKnown };
    pathKnown ||= params !== undefined;
  }
  return { pathKnown };
}

/** Changes of one order, and refunds of its capture, run one after another; reads are not queued. */
function toQueueKey({ store }: StandIn, { method }: Route, { id }: Record<string, string>): string | undefined {
  if (method === 'GET' || id === undefined) return undefined;
  return store.tables.captures.get(id)?.orderId ?? id;
}

async function work(standIn: StandIn, route: Route, raw: RawCall & Pick<Call, 'params'>, fault: Fault): Promise<Reply> {
  try {
    await sleep(fault.delayBefore ?? 0);
    if (fault.expireOrder && raw.params.id) expireOrder(standIn, raw.params.id);
    requireNoRefusal(fault);
    if (!route.open) requireToken(standIn, raw);
    const body = route.open ? new URLSearchParams(raw.raw.toString('utf8')) : parseJson(raw);
    const mocked = readMockResponse(raw);
    if (mocked) throw mocked;
    return await route.handle(standIn, { ...raw, body }, fault);
  } catch (error) {
    if (error instanceof Problem) return toReply(error);
    throw error;
  }
}
