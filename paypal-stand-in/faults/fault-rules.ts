import { anything, checkShape, flag, list, number, oneOf, record, type Shape, text } from '../check-shape.ts';
import { makeId } from '../ids.ts';
import { isKnownStatus, refuse, refuseAll } from '../problem.ts';
import type { Call, StandIn } from '../stand-in.ts';
import type { FaultRecord } from '../store/records.ts';
import type { Fault } from './fault.ts';

type Match = { op: string; nth?: number; orderId?: string; header?: Record<string, string> };
export type Rule = { match: Match; then: Fault };

const thenShape = record({
  delayBefore: number,
  delayAfter: number,
  dropBeforeCommit: flag,
  commitThenTimeout: anything,
  commitThen500: flag,
  commitThenReset: flag,
  status: number,
  retryAfter: number,
  malformedJson: flag,
  htmlPage: number,
  withoutId: flag,
  wrongAmount: text(32),
  expireOrder: flag,
  declineCapture: text(64),
  captureStatus: oneOf('DECLINED', 'FAILED'),
  pendingCapture: record({ reason: text(64), later: oneOf('COMPLETED', 'DENIED'), afterSeconds: number }),
  allowDuplicateInvoice: flag,
  refundStatus: oneOf('CANCELLED', 'FAILED'),
  pendingRefund: record({ later: oneOf('COMPLETED', 'FAILED'), afterSeconds: number }),
} satisfies Record<keyof Fault, Shape>);

const bodyShape = (ops: readonly string[]) =>
  record({
    clear: flag,
    rules: list(
      record(
        {
          match: record({ op: oneOf('*', ...ops), nth: number, orderId: text(36), header: anything }, ['op']),
          // biome-ignore lint/suspicious/noThenProperty: rules read as sentences, and nobody awaits one
          then: thenShape,
        },
        ['match', 'then'],
      ),
      0,
      1000,
    ),
  });

/** Adds rules; `clear` deletes the old ones first. A misspelt key is refused. */
export function setFaults({ store }: StandIn, body: unknown, ops: readonly string[]): void {
  refuseAll(checkShape(bodyShape(ops), body));
  const { clear = false, rules = [] } = body as { clear?: boolean; rules?: Rule[] };
  for (const { then } of rules) {
    if (then.status !== undefined && !isKnownStatus(then.status)) {
      throw refuse('INVALID_PARAMETER_VALUE', { field: '/rules/then/status', value: then.status });
    }
  }
  store.commit({
    ...(clear && { remove: { faults: [...store.tables.faults.keys()] } }),
    put: { faults: rules.map((rule): FaultRecord => ({ id: makeId(), rule, seen: 0 })) },
  });
}

export const listFaults = ({ store }: StandIn) =>
  [...store.tables.faults.values()].map(({ rule, seen }) => ({ ...(rule as Rule), seen }));

/** Counts this call in every rule that it matches and returns what those that fire ask for. */
export function nextFault(standIn: StandIn, op: string, call: Omit<Call, 'body'>): Fault {
  const { store } = standIn;
  const matching = [...store.tables.faults.values()]
    .filter(({ rule }) => matches(standIn, (rule as Rule).match, op, call))
    .map((fault) => ({ ...fault, seen: fault.seen + 1 }));
  if (matching.length === 0) return {};
  store.commit({ put: { faults: matching } });
  const fired = matching.filter(({ rule, seen }) => ((rule as Rule).match.nth ?? seen) === seen);
  return Object.assign({}, ...fired.map(({ rule }) => (rule as Rule).then));
}

function matches({ store }: StandIn, match: Match, op: string, call: Omit<Call, 'body'>): boolean {
  if (match.op !== '*' && match.op !== op) return false;
  const { id = '' } = call.params;
  const orderId = store.tables.captures.get(id)?.orderId ?? id;
  if (match.orderId !== undefined && match.orderId !== orderId) return false;
  return Object.entries(match.header ?? {}).every(([name, value]) => call.header(name) === value);
}
