import { subjectOf } from '../../session/read-claims.ts';
import { readTokens } from '../../session/session-store.ts';
import { callAgain } from '../client.ts';
import { type Call, send } from '../send.ts';
import { type ChangeRequest, createPendingChanges } from './pending-changes.ts';
import { withTabLock } from './with-tab-lock.ts';

const KEY = 'pending_changes';
const lockOf = (key: string) => `marigold-lane-change-${key}`;

/** Only adding needs the idempotency key: the other changes can be repeated without harm. */
const toCall = ({ key, method, body }: ChangeRequest): Call => ({
  method,
  body,
  keepalive: true,
  ...(method === 'POST' && { key }),
});

/** The changes of this browser that the shop has not confirmed. */
export const changes = createPendingChanges({
  store: {
    read: () => localStorage.getItem(KEY),
    write: (text) => (text === '[]' ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text)),
  },
  userId: () => subjectOf(readTokens().access) ?? '',
  now: () => Date.now(),
  call: (change) => callAgain(change.path, toCall(change)),
  callOnLeave(change) {
    const { access } = readTokens();
    if (access) send(change.path, toCall(change), access).catch(() => {});
  },
  holdLock(key, until) {
    const end = until.catch(() => {});
    navigator.locks?.request(lockOf(key), () => end).catch(() => {});
  },
  withLock: (key, act) => withTabLock(lockOf(key), act),
  watchLeaving() {
    let isLeft = false;
    const leave = () => {
      isLeft = true;
    };
    // Only meanwhile: some browsers keep no page for Back that listens to the first of them.
    const events = ['beforeunload', 'pagehide'] as const;
    for (const event of events) addEventListener(event, leave);
    return () => {
      for (const event of events) removeEventListener(event, leave);
      return isLeft;
    };
  },
});

/** A random UUID as an idempotency key. Over plain HTTP browsers have no `crypto.randomUUID`. */
export const newKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
