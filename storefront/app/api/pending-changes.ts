import { ApiError } from './api-error.ts';

/** What somebody pressed for. Of two under one key the later replaces the earlier. */
export type Wanted = { key: string; method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: unknown };
export type Change = Wanted & {
  /** Whose it is; empty while the token that would tell cannot be read. */
  who: string;
  at: number;
  /** It was sent and not answered, and whoever pressed was told so. */
  tried?: boolean;
};

export type Outcome =
  | { is: 'done'; answer: unknown }
  | { is: 'refused'; error: unknown }
  /** It waited so long that it is no longer taken for wanted. */
  | { is: 'too-old' };

type Tools = {
  /** Shared by all tabs. May throw where storage is forbidden. */
  store: { read(): string | null; write(text: string): void };
  who(): string;
  now(): number;
  call(change: Wanted): Promise<unknown>;
  /** The same at the last moment of a page: without waiting, and without renewing a token. */
  callAndLeave(change: Wanted): void;
  /** Lets other tabs know that this is being sent. */
  hold(key: string, until: Promise<unknown>): void;
  /** Acts when no other tab is sending this. */
  inTurn(key: string, act: () => Promise<void>): Promise<void>;
};

const MOST = 20;
const MOST_CHARACTERS = 16_000;
const TOO_OLD_MS = 60 * 60 * 1000;
/** A page that is being left may hear that its calls failed; one that is alive after this was not left. */
const STILL_HERE_MS = 1_000;

/** Whether it may have been done all the same, or may be done later: not reached, not now, or not signed in any more. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [0, 401, 408, 429].includes(error.status);

const isSame = (left: Change, right: Change) => left.key === right.key && left.at === right.at;

/**
 * Keeps what was pressed until the shop has acknowledged or refused it, so that leaving the page does not lose it: the next
 * page sends it again, under the same key.
 */
export function createPendingChanges(tools: Tools) {
  /** Those of this page, the newest of each key. */
  const here = new Map<string, Change>();
  const flying = new Set<Change>();
  let last = 0;

  const read = (): Change[] => {
    try {
      const kept = JSON.parse(tools.store.read() ?? '[]');
      return Array.isArray(kept) ? kept.filter(isChange) : [];
    } catch {
      return [];
    }
  };
  const isTooOld = ({ at }: Change) => Math.abs(tools.now() - at) > TOO_OLD_MS;
  const write = (all: Change[]) => {
    // What is too old is told to whoever pressed it, and to nobody else.
    const kept = all.filter((one) => isOwn(one) || !isTooOld(one));
    const text = JSON.stringify(kept);
    // Beyond that it is sent all the same, but not kept.
    if (kept.length > MOST || text.length > MOST_CHARACTERS) return;
    try {
      tools.store.write(text);
    } catch {
      // Then leaving the page loses it.
    }
  };
  const isOwn = ({ who }: Change) => who === '' || who === tools.who();

  /** Lets it go; a newer one under the same key stays. */
  const settle = (change: Change) => {
    const newest = here.get(change.key);
    if (newest && isSame(newest, change)) here.delete(change.key);
    const kept = read();
    if (kept.some((one) => isSame(one, change))) write(kept.filter((one) => !isSame(one, change)));
  };

  const markTried = (change: Change) => {
    change.tried = true;
    write(read().map((one) => (isSame(one, change) ? { ...one, tried: true } : one)));
  };

  /** Sends it, by another call of the same effect if one is given. Throws as that does; what may pass stays kept. */
  const deliver = async (change: Change, call: Tools['call'] = tools.call): Promise<unknown> => {
    flying.add(change);
    const answer = call(change);
    tools.hold(change.key, answer);
    try {
      await answer;
      settle(change);
    } catch (error) {
      if (isPassing(error)) markTried(change);
      else settle(change);
      throw error;
    } finally {
      flying.delete(change);
    }
    return answer;
  };

  const sendAgain = async (change: Change, hear: (change: Change, outcome: Outcome) => void) => {
    try {
      hear(change, { is: 'done', answer: await deliver(change) });
    } catch (error) {
      if (isPassing(error)) throw error;
      hear(change, { is: 'refused', error });
    }
  };

  return {
    /** Keeps it from this moment on. */
    open(wanted: Wanted): Change {
      last = Math.max(tools.now(), last + 1);
      const change: Change = { ...wanted, who: tools.who(), at: last };
      here.set(change.key, change);
      write([...read().filter(({ key }) => key !== change.key), change]);
      return change;
    },
    deliver,
    newest: (key: string): Change | undefined => here.get(key),
    /** The same that was pressed before and not answered: pressing once more means that one. */
    findTried: ({ method, path, body }: Omit<Wanted, 'key'>): Change | undefined =>
      read().find(
        (one) =>
          one.tried &&
          isOwn(one) &&
          one.method === method &&
          one.path === path &&
          JSON.stringify(one.body) === JSON.stringify(body),
      ),
    /** Whoever pressed was told that it did not work, and sees it so: then it is not done later either. */
    withdraw(key: string): void {
      const change = here.get(key);
      if (change) setTimeout(() => settle(change), STILL_HERE_MS);
    },
    /** Sends what is left over from pages before this one and what was not answered, in the order it was pressed. */
    async resend(hear: (change: Change, outcome: Outcome) => void): Promise<void> {
      for (const { key, at } of read().filter(isOwn)) {
        // Another tab may have been quicker, or something newer pressed.
        const find = () => read().find((one) => one.key === key && one.at === at && isOwn(one));
        const change = find();
        if (!change || [...flying].some((one) => isSame(one, change))) continue;
        if (isTooOld(change)) {
          settle(change);
          hear(change, { is: 'too-old' });
          continue;
        }
        try {
          await tools.inTurn(key, async () => void (find() && (await sendAgain(change, hear))));
        } catch {
          // The shop does not answer just now: neither would it answer the others.
          return;
        }
      }
    },
    /** The page is being left: what has not been sent goes out now. */
    flush(): void {
      const kept = read();
      for (const change of here.values()) {
        // Another tab may have sent it, or another person signed in.
        const isOpen = kept.some((one) => isSame(one, change) && !one.tried) && isOwn(change) && !isTooOld(change);
        if (isOpen && !flying.has(change)) tools.callAndLeave(change);
      }
    },
    /** Forgets what belongs to whoever is signed in. */
    forget(): void {
      here.clear();
      write(read().filter((one) => !isOwn(one)));
    },
    /** Somebody signed in or out: what belongs to nobody in particular could go to someone else. */
    forgetUnbound(): void {
      if (read().some(({ who }) => who === '')) write(read().filter(({ who }) => who !== ''));
    },
    hasOwn: (): boolean => read().some(isOwn),
    isKept: (change: Change): boolean => read().some((one) => isSame(one, change)),
  };
}

function isChange(kept: unknown): kept is Change {
  const { key, method, path, who, at } = (kept ?? {}) as Record<string, unknown>;
  return (
    typeof key === 'string' &&
    typeof who === 'string' &&
    typeof at === 'number' &&
    ['POST', 'PATCH', 'DELETE'].includes(method as string) &&
    typeof path === 'string' &&
    path.startsWith('/api/user/')
  );
}
