import { useCallback, useEffect } from 'react';
import type { Pressed } from '#contract/desk.ts';
import type { Me } from '#contract/staff.ts';
import { openPressStore } from '../outbox/press-store.ts';
import { isForLater, isUnsent, type Outbox, whileNothingIsSent } from '../outbox/send-presses.ts';
import { useOutbox } from '../outbox/use-outbox.ts';
import { send, toRefusal } from '../send.ts';

/** `Tied`, pressed while the shop could not be reached. */
export const TIES: Outbox<object> = {
  store: openPressStore('bench'),
  holdMs: 0,
  send: async ({ order }) => {
    const { orders } = await send('POST', '/api/desk/orders/tie/', { orders: [order] });
    // An answer can be lost: one that is tied already is what was wanted.
    return orders[0]?.stage === 'tied' ? undefined : orders[0]?.words;
  },
};

/** What version 0.1 kept elsewhere in this browser goes with the others. Its first page of this version may find it long after. */
export async function takeOverTies({ id, name }: Me): Promise<void> {
  const old = `desk-kept-presses-${id}`;
  const text = localStorage.getItem(old);
  if (text === null) return;
  const presses: { orders: number[]; at: string }[] = JSON.parse(text);
  const kept = { by: { id, name }, photo: null, holdUntil: 0 };
  await TIES.store.add(presses.flatMap(({ orders, at }) => orders.map((order) => ({ ...kept, order, pressedAt: at }))));
  // Not what an older page in another tab has kept meanwhile. Tied twice is tied once.
  if (localStorage.getItem(old) === text) localStorage.removeItem(old);
}

type Options = {
  me: Me;
  isBroken: boolean;
  refresh: () => Promise<void>;
  /** Says why the shop did not take what was kept. */
  say: (words: string) => void;
};

/** Ties at the bench, now or, while the shop cannot be reached, later: until then they are kept on this device. */
export function useTies({ me, isBroken, refresh, say }: Options) {
  const outbox = useOutbox(TIES, me, {
    isBroken,
    onAnswered: async (answered) => {
      const words = answered.flatMap(({ refused }) => refused ?? []).join(' ');
      if (words) say(words);
      await refresh();
    },
  });
  useEffect(() => void takeOverTies(me).catch(() => {}), [me]);
  const { keep: keepAll, forget: drop } = outbox;

  const keep = useCallback((orders: number[]) => keepAll(orders.map((order) => ({ order }))), [keepAll]);
  const tie = useCallback(
    async (orders: number[]): Promise<Pressed[] | undefined> => {
      try {
        return (await send('POST', '/api/desk/orders/tie/', { orders })).orders;
      } catch (error) {
        if (!isForLater(toRefusal(error).status)) throw error;
        // A device that can keep nothing says what happened.
        await keep(orders).catch(() => Promise.reject(error));
        return undefined;
      }
    },
    [keep],
  );
  const forgetUnsent = useCallback(
    (orders: readonly number[]): Promise<number[]> =>
      // One that is on its way just now is answered first: then it is for the shop to take back.
      whileNothingIsSent(TIES, async () => {
        const list = await TIES.store.list().catch(() => []);
        const unsent = list.filter((one) => isUnsent(one) && one.by.id === me.id && orders.includes(one.order));
        if (unsent.length > 0) await drop(...unsent.map(({ seq }) => seq));
        return unsent.map(({ order }) => order);
      }),
    [drop, me.id],
  );
  return {
    ...outbox,
    /** Orders that were pressed here, until the page shows what the shop says of them. */
    kept: new Set(outbox.kept.filter(({ by }) => by.id === me.id).map(({ order }) => order)),
    keep,
    /** Undefined if they are kept. */
    tie,
    /** Does not send what has not been sent: nobody needs to be told. Returns the orders that this was true of. */
    forgetUnsent,
  };
}
export type Ties = ReturnType<typeof useTies>;
