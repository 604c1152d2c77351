import { useCallback, useEffect, useState } from 'react';
import type { Me } from '#contract/staff.ts';
import { changePress, forgetPress, type KeptPress, listPresses, type NewPress, queuePress } from './press-queue.ts';
import { type SendState, sendPresses } from './send-presses.ts';

const AGAIN_MS = 10_000;
/** How long a press can be taken back. */
export const HOLD_MS = 6_000;

/** What is kept on this phone, and how sending it goes. Nothing until the scripts run. */
export function useStopPresses({ id, name }: Me) {
  const [kept, setKept] = useState<KeptPress[]>([]);
  const [state, setState] = useState<SendState>('done');
  const [isOnline, setIsOnline] = useState(true);

  const read = useCallback(async () => setKept(await listPresses()), []);
  const send = useCallback(async () => {
    setIsOnline(navigator.onLine);
    await read();
    setState(await sendPresses(() => void read()));
    await read();
  }, [read]);

  useEffect(() => {
    const sendNow = () => void send().catch(() => {});
    sendNow();
    const timer = setInterval(sendNow, AGAIN_MS);
    for (const name of ['online', 'offline'] as const) addEventListener(name, sendNow);
    document.addEventListener('visibilitychange', sendNow);
    return () => {
      clearInterval(timer);
      for (const name of ['online', 'offline'] as const) removeEventListener(name, sendNow);
      document.removeEventListener('visibilitychange', sendNow);
    };
  }, [send]);

  // The one that can still be taken back goes as soon as that is over.
  const last = kept.at(-1);
  const held = last && !last.isSent && last.refused === undefined && last.holdUntil > Date.now() ? last : undefined;
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => void send().catch(() => {}), held.holdUntil - Date.now() + 50);
    return () => clearTimeout(timer);
  }, [held, send]);

  return {
    kept,
    held,
    state,
    isOnline: isOnline && state !== 'no network',
    me: { id, name },
    press: async (press: Omit<NewPress, 'key' | 'by' | 'pressedAt' | 'holdUntil'>) => {
      const now = Date.now();
      const mark = { key: crypto.randomUUID(), pressedAt: new Date(now).toISOString(), holdUntil: now + HOLD_MS };
      await queuePress({ ...press, ...mark, by: { id, name } });
      await read();
    },
    /** That the photo was not taken has been read. */
    forgetPhoto: async (press: KeptPress) => {
      await changePress({ ...press, photoRefused: undefined });
      await read();
    },
    /** Once more from the beginning. */
    tryAgain: async (press: KeptPress) => {
      await changePress({ ...press, failed: undefined, isStuck: false });
      await send();
    },
    forget: async (seq: number) => {
      await forgetPress(seq);
      await read();
    },
  };
}
export type Presses = ReturnType<typeof useStopPresses>;
