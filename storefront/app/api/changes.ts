import { subjectOf } from '../session/read-claims.ts';
import { readTokens } from '../session/session-store.ts';
import { callApi } from './client.ts';
import { createPendingChanges, type Wanted } from './pending-changes.ts';
import { type Call, send } from './send.ts';
import { withTabLock } from './with-tab-lock.ts';

const KEY = 'pending_changes';
const lockOf = (key: string) => `marigold-lane-change-${key}`;

/** Only adding needs the key: the other changes are the same however often they are made. */
const toCall = ({ key, method, body }: Wanted): Call => ({
  method,
  body,
  keepalive: true,
  ...(method === 'POST' && { key }),
});

/** What was pressed in this browser and is not acknowledged: the one place that holds it. */
export const changes = createPendingChanges({
  store: {
    read: () => localStorage.getItem(KEY),
    write: (text) => (text === '[]' ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, text)),
  },
  who: () => subjectOf(readTokens().access) ?? '',
  now: () => Date.now(),
  call: (change) => callApi(change.path, toCall(change)),
  callAndLeave(change) {
    const { access } = readTokens();
    if (access) send(change.path, toCall(change), access).catch(() => {});
  },
  hold(key, until) {
    const end = until.catch(() => {});
    navigator.locks?.request(lockOf(key), () => end).catch(() => {});
  },
  inTurn: (key, act) => withTabLock(lockOf(key), act),
});

/** A key for something pressed. Where a page was not fetched safely the browser has no `randomUUID`. */
export const newKey = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
