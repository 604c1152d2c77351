import type { Known, Sent, ShopCalls } from '#contract/calls.ts';
import { ApiError } from '../api-error.ts';
import { toRecord } from '../to-record.ts';

/** A change that a customer asked for. Of two with the same key the later replaces the earlier. */
export type ChangeRequest = { key: string; method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: unknown };

type ToChange = <const M extends ChangeRequest['method'], const P extends string>(
  path: P & Known<M, P, ShopCalls>,
  call: Sent<M, P>,
) => Omit<ChangeRequest, 'key'>;

/** A change as its call has it. Once it is stored and read again, the compiler knows no more of it. */
export const toChange: ToChange = ((path: string, call: object) => ({ path, ...call })) as never;

export type PendingChange = ChangeRequest & {
  /** The user it belongs to; empty while the token that names the user cannot be read. */
  who: string;
  at: number;
  /** It failed, and the page has said so: it is not made unless it is asked for again. */
  told?: boolean;
};

export type Outcome =
  | { is: 'done'; response: unknown }
  | { is: 'refused'; error: unknown }
  /** It is older than an hour and was not sent: it may no longer be wanted. */
  | { is: 'too-old' };

type Tools = {
  /** Shared by all tabs. May throw where storage is forbidden. */
  store: { read(): string | null; write(text: string): void };
  userId(): string;
  now(): number;
  call(change: ChangeRequest): Promise<unknown>;
  /** The same while the page is being left: without waiting, and without renewing a token. */
  callOnLeave(change: ChangeRequest): void;
  /** Locks the key against other tabs until the promise settles. */
  holdLock(key: string, until: Promise<unknown>): void;
  /** Runs the act while no other tab sends this key. */
  withLock(key: string, act: () => Promise<void>): Promise<void>;
  /** Watches until the function it returns is called, which tells whether the page began to be left meanwhile. */
  watchLeaving(): () => boolean;
};

const MAX_CHANGES = 20;
const MAX_CHARACTERS = 16_000;
const MAX_AGE_MS = 60 * 60 * 1000;
/** Whether sending it again may succeed: the shop was not reached, is busy or broken, or the session has ended. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [0, 401, 408, 429].includes(error.status);

/** The page leads to the login, and nobody is told that anything failed. */
const hasSessionEnded = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const isSame = (left: PendingChange, right: PendingChange) => left.key === right.key && left.at === right.at;

/**
 * Stores changes until the shop has confirmed or refused them, so that leaving the page loses none: the next page sends
 * them again under the same idempotency key. What failed before somebody's eyes is not sent again by itself.
 */
export function createPendingChanges(tools: Tools) {
  /** The newest change of each key that was made on this page. */
  const ofThisPage = new Map<string, PendingChange>();
  const inFlight = new Set<PendingChange>();
  let last = 0;

  const read = (): PendingChange[] => {
    try {
      const stored: unknown = JSON.parse(tools.store.read() ?? '[]');
      return Array.isArray(stored) ? stored.filter(isPendingChange) : [];
    } catch {
      return [];
    }
  };
  const isTooOld = ({ at }: PendingChange) => Math.abs(tools.now() - at) > MAX_AGE_MS;
  const write = (all: PendingChange[]) => {
    // The owner's next page reports a change that is too old, unless it was told before. Nobody else's page does.
    const fresh = all.filter((one) => !isTooOld(one) || (isOwn(one) && !one.told));
    const text = JSON.stringify(fresh);
    // Beyond the limits a change is sent, but not stored.
    if (fresh.length > MAX_CHANGES || text.length > MAX_CHARACTERS) return;
    try {
      tools.store.write(text);
    } catch {
      // Storage is forbidden: leaving the page loses the change.
    }
  };
  const isOwn = ({ who }: PendingChange) => who === '' || who === tools.userId();
  const isWaiting = (change: PendingChange) => !change.told && isOwn(change);

  /** Removes it from the store; a newer one with the same key stays. */
  const remove = (change: PendingChange) => {
    const newest = ofThisPage.get(change.key);
    if (newest && isSame(newest, change)) ofThisPage.delete(change.key);
    const stored = read();
    if (stored.some((one) => isSame(one, change))) write(stored.filter((one) => !isSame(one, change)));
  };

  const markTold = (change: PendingChange, told: boolean) => {
    change.told = told;
    write(read().map((one) => (isSame(one, change) ? { ...one, told } : one)));
  };

  /** Rethrows; after a transient error it stays stored. */
  const send = async (change: PendingChange, call: Tools['call'] = tools.call): Promise<unknown> => {
    inFlight.add(change);
    const response = call(change);
    tools.holdLock(change.key, response);
    try {
      await response;
      remove(change);
    } catch (error) {
      if (!isTransient(error)) remove(change);
      throw error;
    } finally {
      inFlight.delete(change);
    }
    return response;
  };

  const sendAgain = async (change: PendingChange, onOutcome: (change: PendingChange, outcome: Outcome) => void) => {
    try {
      onOutcome(change, { is: 'done', response: await send(change) });
    } catch (error) {
      if (isTransient(error)) throw error;
      onOutcome(change, { is: 'refused', error });
    }
  };

  return {
    /** Stores it before it is sent. */
    record(request: ChangeRequest): PendingChange {
      last = Math.max(tools.now(), last + 1);
      const change: PendingChange = { ...request, who: tools.userId(), at: last };
      ofThisPage.set(change.key, change);
      write([...read().filter(({ key }) => key !== change.key), change]);
      return change;
    },
    /** Sends it, by another call of the same effect if given. Rethrows what failed: the caller shows it. */
    async send(change: PendingChange, call?: Tools['call']): Promise<unknown> {
      // Asked for again, it is waited for again.
      if (change.told) markTold(change, false);
      const wasLeft = tools.watchLeaving();
      try {
        return await send(change, call);
      } catch (error) {
        // Browsers fail the calls of a page that is being left: nobody reads there what failed.
        const isTold = isTransient(error) && !wasLeft() && !hasSessionEnded(error);
        // An addition stays stored: asked for again, it must have the same key. The others can be made anew.
        if (isTold && change.method === 'POST') markTold(change, true);
        else if (isTold) remove(change);
        throw error;
      } finally {
        wasLeft();
      }
    },
    newest: (key: string): PendingChange | undefined => ofThisPage.get(key),
    /** The same change, which has failed before: asking for it again sends that one and not a second. */
    findTold: ({ method, path, body }: Omit<ChangeRequest, 'key'>): PendingChange | undefined =>
      read().find(
        (one) =>
          one.told &&
          !isTooOld(one) &&
          isOwn(one) &&
          one.method === method &&
          one.path === path &&
          JSON.stringify(one.body) === JSON.stringify(body),
      ),
    /** Sends again what was not answered and nobody was told of, in the order it was recorded. */
    async resend(onOutcome: (change: PendingChange, outcome: Outcome) => void): Promise<void> {
      for (const told of read().filter((one) => one.told && isOwn(one) && isTooOld(one))) remove(told);
      for (const { key, at } of read().filter(isWaiting)) {
        // Another tab may have sent it, or a newer change replaced it.
        const find = () => read().find((one) => one.key === key && one.at === at && isWaiting(one));
        const change = find();
        if (!change || [...inFlight].some((one) => isSame(one, change))) continue;
        if (isTooOld(change)) {
          remove(change);
          onOutcome(change, { is: 'too-old' });
          continue;
        }
        try {
          await tools.withLock(key, async () => void (find() && (await sendAgain(change, onOutcome))));
        } catch {
          // The shop does not answer now: the others would fail as well.
          return;
        }
      }
    },
    /** Sends what has not been sent yet, because the page is being left. */
    flush(): void {
      const stored = read();
      for (const change of ofThisPage.values()) {
        // Another tab may have sent it, or another person may have signed in.
        const isUnsent = stored.some((one) => isSame(one, change)) && isWaiting(change) && !isTooOld(change);
        if (isUnsent && !inFlight.has(change)) tools.callOnLeave(change);
      }
    },
    /** Removes the changes of the person who is signed in. */
    clearOwn(): void {
      ofThisPage.clear();
      write(read().filter((one) => !isOwn(one)));
    },
    /** Removes changes without a known owner, when someone signs in or out: they could go to the wrong person. */
    clearUnowned(): void {
      if (read().some(({ who }) => who === '')) write(read().filter(({ who }) => who !== ''));
    },
    hasOwn: (): boolean => read().some(isWaiting),
    isStored: (change: PendingChange): boolean => read().some((one) => isSame(one, change)),
  };
}

const METHODS: readonly unknown[] = ['POST', 'PATCH', 'DELETE'] satisfies ChangeRequest['method'][];

function isPendingChange(stored: unknown): stored is PendingChange {
  const { key, method, path, who, at } = toRecord(stored);
  return (
    typeof key === 'string' &&
    typeof who === 'string' &&
    typeof at === 'number' &&
    METHODS.includes(method) &&
    typeof path === 'string' &&
    path.startsWith('/api/user/')
  );
}
