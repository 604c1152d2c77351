import { useCallback, useState } from 'react';
import type { Pressed, PressedOrders, SheetTicket } from '#contract/desk.ts';
import { send, toRefusal } from '../send.ts';
import type { DeskToast } from '../toasts.tsx';
import { bouquetsOf } from './ticket-words.ts';
import type { Candidate } from './tie-by-bouquet.tsx';

type Given = {
  tickets: SheetTicket[];
  refresh: () => Promise<void>;
  show: (toast: Omit<DeskToast, 'id'>) => void;
};
type Stage = 'tied' | 'to tie';

/**
 * What is pressed on the sheet. A ticket moves at once and is grey until the shop agrees; if it does not, the ticket returns and
 * a line says why. The last press can be taken back.
 */
export function usePresses({ tickets, refresh, show }: Given) {
  const [moved, setMoved] = useState<ReadonlyMap<number, Stage>>(new Map());
  const [last, setLast] = useState<number[]>([]);

  const press = useCallback(
    async (ids: number[], to: Stage): Promise<Pressed[]> => {
      setMoved((before) => new Map([...before, ...ids.map((id) => [id, to] as const)]));
      try {
        const path = `/api/desk/orders/${to === 'tied' ? 'tie' : 'take-back'}/`;
        const { orders } = await send<PressedOrders>('POST', path, { orders: ids });
        const refused = orders.flatMap(({ words }) => words ?? []);
        if (refused.length > 0) show({ words: refused.join(' '), isRefusal: true });
        await refresh();
        return orders;
      } catch (error) {
        show({ words: toRefusal(error).message, isRefusal: true });
        return [];
      } finally {
        setMoved((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
      }
    },
    [refresh, show],
  );

  const takeBack = useCallback(
    async (ids: number[]) => {
      setLast([]);
      await press(ids, 'to tie');
    },
    [press],
  );

  const tie = useCallback(
    async (ids: number[]) => {
      const pressed = await press(ids, 'tied');
      const done = pressed.filter((each) => each.done).map(({ order }) => order);
      setLast(done);
      if (done.length === 0 || pressed.some(({ words }) => words !== null)) return;
      const only = tickets.find(({ id }) => id === done[0]);
      const words =
        done.length === 1 && only
          ? `Tied: ${bouquetsOf(only)}, ${only.district || only.recipient}.`
          : `${done.length} tied.`;
      show({ words, action: { label: 'Take back', do: () => void takeBack(done) } });
    },
    [press, takeBack, show, tickets],
  );

  /** Ties the first of these that nobody else has tied meanwhile: two hands with a bouquet each mean two. */
  const tieOneMore = useCallback(
    async (next: Candidate[]) => {
      for (const { ticket, line } of next) {
        const isWhole = ticket.lines.length === 1 && line.quantity === 1;
        if (!isWhole) return countOne(ticket.id, line, refresh, show);
        const { orders } = await send<PressedOrders>('POST', '/api/desk/orders/tie/', { orders: [ticket.id] }).catch(
          (error) => {
            show({ words: toRefusal(error).message, isRefusal: true });
            return { orders: [] };
          },
        );
        if (orders.length === 0) return;
        if (!orders[0]?.done) continue;
        setLast([ticket.id]);
        show({
          words: `Tied: ${bouquetsOf(ticket)}, order ${ticket.id}.`,
          action: { label: 'Take back', do: () => void takeBack([ticket.id]) },
        });
        break;
      }
      await refresh();
    },
    [refresh, show, takeBack],
  );

  return {
    tie,
    takeBack,
    tieOneMore,
    takeBackLast: useCallback(() => last.length > 0 && void takeBack(last), [last, takeBack]),
    /** As the sheet is to look while presses are on their way. */
    tickets: tickets.map((ticket) => {
      const stage = moved.get(ticket.id);
      return stage === undefined ? ticket : { ...ticket, stage };
    }),
    sending: new Set(moved.keys()),
  };
}

/** One bouquet of an order with several. */
async function countOne(
  id: number,
  line: Candidate['line'],
  refresh: Given['refresh'],
  show: Given['show'],
): Promise<void> {
  const { id: item, tied: from, quantity, name } = line;
  try {
    await send('POST', `/api/desk/orders/${id}/count-tied/`, { item, from, to: from + 1 });
    show({ words: `${from + 1} of ${quantity} ${name} tied, order ${id}.` });
  } catch (error) {
    show({ words: toRefusal(error).message, isRefusal: true });
  }
  await refresh();
}
