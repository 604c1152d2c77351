import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyPress, KeptPress } from './press-store.ts';
import { isUnsent, type Outbox, type SendState, sendPresses } from './send-presses.ts';

const AGAIN_MS = 5_000;
const AT_ONCE = ['online', 'offline', 'visibilitychange'];

type Options<More> = {
  /** The page knows that the shop cannot be reached. */
  isBroken?: boolean;
  /** What was kept by whoever sees the page and is answered now. It is forgotten afterwards; without this it stays for the day. */
  onAnswered?: (answered: KeptPress<More>[]) => Promise<void>;
};

/** What is kept on this device, and how sending it goes: by itself, while a page is open. Nothing until the scripts run. */
export function useOutbox<More>(
  outbox: Outbox<More>,
  { id, name }: AnyPress['by'],
  { isBroken = false, onAnswered }: Options<More> = {},
) {
  const { store } = outbox;
  const [kept, setKept] = useState<KeptPress<More>[]>([]);
  const [state, setState] = useState<SendState>('done');
  const [isOnline, setIsOnline] = useState(true);
  const latest = useRef(onAnswered);
  useEffect(() => {
    latest.current = onAnswered;
    // A page that was left says nothing: the next one does.
    return () => {
      latest.current = undefined;
    };
  });

  const read = useCallback(async () => {
    const list = await store.list();
    setKept(list);
    return list;
  }, [store]);

  const settle = useCallback(async () => {
    // Said on a page that somebody looks at.
    if (!latest.current || document.visibilityState !== 'visible') return;
    const answered = (await store.list()).filter((press) => press.by.id === id && !isUnsent(press));
    // Left in the meantime: the next page says it.
    const tell = latest.current;
    if (!tell || answered.length === 0) return;
    // First what is true now, then what was kept is gone: the ticket does not jump back in between.
    await tell(answered);
    await store.forget(answered.map(({ seq }) => seq));
  }, [store, id]);

  const send = useCallback(async () => {
    setIsOnline(navigator.onLine);
    setState((await read()).length === 0 ? 'done' : await sendPresses(outbox, settle));
    await read();
  }, [outbox, settle, read]);

  useEffect(() => {
    const sendNow = () => void send().catch(() => {});
    void (isBroken ? read() : send()).catch(() => {});
    const timer = setInterval(sendNow, AGAIN_MS);
    for (const event of AT_ONCE) addEventListener(event, sendNow);
    return () => {
      clearInterval(timer);
      for (const event of AT_ONCE) removeEventListener(event, sendNow);
    };
  }, [send, read, isBroken]);

  useEffect(() => {
    const channel = new BroadcastChannel(store.name);
    channel.onmessage = () => void read().catch(() => {});
    return () => channel.close();
  }, [store, read]);

  // The one that can still be taken back goes as soon as that is over.
  const last = kept.at(-1);
  const held = last && isUnsent(last) && last.holdUntil > Date.now() ? last : undefined;
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => void send().catch(() => {}), held.holdUntil - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [held, send]);

  const acts = useMemo(
    () => ({
      /** Resolves when they are kept; rejects if this device can keep nothing. */
      keep: async (presses: ({ order: number; photo?: Blob | null } & More)[]) => {
        const now = Date.now();
        const mark = { pressedAt: new Date(now).toISOString(), holdUntil: now + outbox.holdMs, by: { id, name } };
        await store.add(presses.map((press) => ({ photo: null, ...press, ...mark })));
        await read();
      },
      forget: async (...seqs: number[]) => {
        await store.forget(seqs);
        await read();
      },
      /** That the photo was not taken has been read. */
      forgetPhoto: async ({ seq }: AnyPress) => {
        await store.change(seq, { photoRefused: undefined });
        await read();
      },
      /** Once more from the beginning. */
      tryAgain: async ({ seq }: AnyPress) => {
        await store.change(seq, { failed: undefined, isStuck: false });
        await send();
      },
    }),
    [outbox, store, id, name, read, send],
  );

  const unsent = kept.filter((press) => isUnsent(press) && press !== held);
  const mine = unsent.filter(({ by }) => by.id === id);
  return {
    ...acts,
    kept,
    held,
    /** How many presses go by themselves. */
    waiting: mine.filter(({ isStuck }) => !isStuck).length,
    /** Those that the shop failed on too often. */
    stuck: mine.filter(({ isStuck }) => isStuck),
    /** How many others have pressed here, by their names. */
    ofOthers: [...Map.groupBy(unsent, ({ by }) => (by.id === id ? '' : by.name))].filter(([who]) => who !== ''),
    state,
    isOnline: isOnline && state !== 'no network',
  };
}
