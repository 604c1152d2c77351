import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  forgetOrders,
  type KeptPress,
  keepPress,
  listKept,
  type SentKept,
  sendKept,
  tryAgain,
} from './kept-presses.ts';
import { send } from './send.ts';

const AGAIN_MS = 5_000;
const LOCK = 'desk-kept-presses';

const sendTie = (orders: number[]) => send('POST', '/api/desk/orders/tie/', { orders });

/** Two tabs do not send at once. */
const sendInTurn = (staff: number): Promise<SentKept> =>
  navigator.locks ? navigator.locks.request(LOCK, () => sendKept(staff, sendTie)) : sendKept(staff, sendTie);

type KeptOptions = { staff: number; isBroken: boolean; onSent: (sent: SentKept) => Promise<void> };

/** What was pressed while the shop could not be reached. It is sent by itself when it can. */
export function useKept({ staff, isBroken, onSent }: KeptOptions) {
  const [presses, setPresses] = useState<KeptPress[]>([]);
  const read = useCallback(() => setPresses(listKept(staff)), [staff]);

  const sendAll = useCallback(async () => {
    if (listKept(staff).every(({ isStuck }) => isStuck)) return;
    const sent = await sendInTurn(staff);
    // First what is true now, then what was kept is gone: the ticket does not jump back in between.
    if (sent.isSent || sent.words.length > 0) await onSent(sent);
    read();
  }, [staff, read, onSent]);

  useEffect(() => {
    read();
    if (!isBroken) void sendAll();
    // Another tab keeps and sends as well.
    addEventListener('storage', read);
    const timer = setInterval(() => void sendAll(), AGAIN_MS);
    return () => {
      removeEventListener('storage', read);
      clearInterval(timer);
    };
  }, [read, sendAll, isBroken]);

  return {
    /** Orders that were pressed here and are not with the shop. */
    kept: useMemo<ReadonlySet<number>>(() => new Set(presses.flatMap(({ orders }) => orders)), [presses]),
    /** How many presses go by themselves. */
    waiting: presses.filter(({ isStuck }) => !isStuck).flatMap(({ orders }) => orders).length,
    /** Those that the shop failed on too often. */
    stuck: presses.filter(({ isStuck }) => isStuck),
    tryAgain: useCallback(
      (press: KeptPress) => {
        tryAgain(staff, press);
        void sendAll();
      },
      [staff, sendAll],
    ),
    keep: useCallback(
      (orders: number[]) => {
        keepPress(staff, { orders, at: new Date().toISOString() });
        read();
      },
      [staff, read],
    ),
    forget: useCallback(
      (orders: readonly number[]) => {
        forgetOrders(staff, orders);
        read();
      },
      [staff, read],
    ),
  };
}
