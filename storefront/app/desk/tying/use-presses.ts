import { useCallback, useRef, useState } from 'react';
import type { Pressed, SheetRun, SheetTicket } from '#contract/desk.ts';
import { send, toRefusal } from '../send.ts';
import type { DeskToast } from '../toasts.tsx';
import { bouquetsOf, holdOf, whyNotTied } from './ticket-words.ts';
import type { Candidate } from './tie-by-bouquet.tsx';
import type { Ties } from './use-ties.ts';

type PressesOptions = {
  tickets: SheetTicket[];
  refresh: () => Promise<void>;
  show: (toast: Omit<DeskToast, 'id'>) => void;
  close: () => void;
  ties: Ties;
};
type Stage = 'tied' | 'to tie';

const namesOf = (ids: number[], tickets: SheetTicket[]): string | undefined => {
  const only = tickets.find(({ id }) => id === ids[0]);
  return ids.length === 1 && only ? `${bouquetsOf(only)}, ${only.district || only.recipient}` : undefined;
};

/**
 * What is pressed on the sheet. A ticket moves at once and is grey until the shop agrees; if it does not, the ticket returns and
 * a line says why. What is tied while the shop cannot be reached is kept. The last press can be taken back.
 */
export function usePresses({ tickets, refresh, show, close, ties }: PressesOptions) {
  const { kept, waiting, keep, tie: tieOrKeep, forgetUnsent } = ties;
  const [moved, setMoved] = useState<ReadonlyMap<number, Stage>>(new Map());
  const [last, setLast] = useState<number[]>([]);
  /** The tie that was pressed last, by its number, and the one that was wanted back before the shop had answered. */
  const pressed = useRef({ last: 0, wantedBack: 0 });

  const refuse = useCallback((error: unknown) => show({ words: toRefusal(error).message, isRefusal: true }), [show]);

  /** Undefined if it is kept on this device. */
  const press = useCallback(
    async (ids: number[], to: Stage): Promise<Pressed[] | undefined> => {
      setMoved((before) => new Map([...before, ...ids.map((id) => [id, to] as const)]));
      try {
        const orders =
          to === 'tied'
            ? await tieOrKeep(ids)
            : (await send('POST', '/api/desk/orders/take-back/', { orders: ids })).orders;
        if (!orders) return undefined;
        const refused = orders.flatMap(({ words }) => words ?? []);
        if (refused.length > 0) show({ words: refused.join(' '), isRefusal: true });
        await refresh();
        return orders;
      } finally {
        setMoved((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
      }
    },
    [tieOrKeep, refresh, show],
  );

  const takeBack = useCallback(
    async (ids: number[]) => {
      setLast([]);
      const unsent = await forgetUnsent(ids);
      const sent = ids.filter((id) => !unsent.includes(id));
      if (sent.length > 0) await press(sent, 'to tie').catch(refuse);
    },
    [press, forgetUnsent, refuse],
  );

  const showDone = useCallback(
    (words: string, ids: number[]) => {
      setLast(ids);
      show({ words, action: { label: 'Take back', do: () => void takeBack(ids) } });
    },
    [show, takeBack],
  );

  /** Sent later, by itself. Taking it back means not to send it. */
  const showKept = useCallback(
    (ids: number[]) => showDone(`Kept on this device: ${namesOf(ids, tickets) ?? `${ids.length} tied`}.`, ids),
    [showDone, tickets],
  );

  const tie = useCallback(
    async (wanted: number[]) => {
      const held = tickets.filter((ticket) => wanted.includes(ticket.id) && holdOf(ticket));
      const ids = wanted.filter((id) => held.every((ticket) => ticket.id !== id));
      if (held.length > 0) show({ words: held.map(whyNotTied).join(' '), isRefusal: true });
      if (ids.length === 0) return;
      // After one that waits: presses keep their order.
      const isKept =
        waiting > 0 &&
        (await keep(ids)
          .then(() => true)
          .catch(() => false));
      if (isKept) return showKept(ids);
      pressed.current.last += 1;
      const mine = pressed.current.last;
      const answers = await press(ids, 'tied').catch((error) => {
        refuse(error);
        return [];
      });
      const done = answers?.filter((each) => each.done).map(({ order }) => order) ?? ids;
      if (done.length === 0) return;
      if (pressed.current.wantedBack === mine) return takeBack(done);
      if (!answers) return showKept(ids);
      setLast(done);
      if (held.length > 0 || answers.some(({ words }) => words !== null)) return;
      const names = namesOf(done, tickets);
      showDone(names ? `Tied: ${names}.` : `${done.length} tied.`, done);
    },
    [press, waiting, keep, showKept, refuse, show, showDone, takeBack, tickets],
  );

  /** Ties the first of these that nobody else has tied meanwhile: two hands with a bouquet each mean two. */
  const tieOneMore = useCallback(
    async (next: Candidate[]) => {
      try {
        for (const { ticket, line } of next) {
          const isWhole = ticket.lines.length === 1 && line.quantity === 1;
          if (!isWhole) {
            await countOne(ticket.id, line, show);
            break;
          }
          const answers = await tieOrKeep([ticket.id]);
          if (!answers) return showKept([ticket.id]);
          if (!answers[0]?.done) continue;
          showDone(`Tied: ${bouquetsOf(ticket)}, order ${ticket.id}.`, [ticket.id]);
          break;
        }
      } catch (error) {
        refuse(error);
      }
      await refresh();
    },
    [tieOrKeep, refresh, show, showDone, showKept, refuse],
  );

  const leave = useCallback(
    async ({ id }: SheetRun, isWithout: boolean) => {
      try {
        await send('POST', `/api/desk/runs/${id}/leave/`, { without: isWithout });
        // What was done before it left cannot be taken back any more: its time, and what was tied for it.
        setLast([]);
        close();
      } catch (error) {
        refuse(error);
      }
      await refresh();
    },
    [refresh, refuse, close],
  );

  const takeBackRun = useCallback(
    async ({ id, number }: SheetRun) => {
      try {
        await send('POST', `/api/desk/runs/${id}/take-back/`);
        show({ words: `Run ${number} is here again. Nobody was told.` });
      } catch (error) {
        refuse(error);
      }
      await refresh();
    },
    [refresh, show, refuse],
  );

  const setTime = useCallback(
    async ({ id, number, leaves_at: before }: SheetRun, time: string) => {
      const change = async (leaves_at: string, toast: Parameters<typeof show>[0]) => {
        try {
          await send('PATCH', `/api/desk/runs/${id}/`, { leaves_at });
          show(toast);
        } catch (error) {
          refuse(error);
        }
        await refresh();
      };
      const back = () => void change(before, { words: `Run ${number} leaves at ${before}.` });
      await change(time, { words: `Run ${number} leaves at ${time}.`, action: { label: 'Take back', do: back } });
    },
    [refresh, show, refuse],
  );

  const putOn = useCallback(
    async ({ id, number }: SheetRun, orders: number[]) => {
      try {
        await send('POST', `/api/desk/runs/${id}/stops/`, { orders });
        show({ words: `${orders.length === 1 ? `Order ${orders[0]} is` : `${orders.length} are`} on run ${number}.` });
      } catch (error) {
        refuse(error);
      }
      await refresh();
    },
    [refresh, show, refuse],
  );

  return {
    tie,
    takeBack,
    tieOneMore,
    leave,
    takeBackRun,
    setTime,
    putOn,
    takeBackLast: useCallback(() => {
      // Not heard yet by the shop: taken back as soon as it has answered.
      if ([...moved.values()].includes('tied')) pressed.current.wantedBack = pressed.current.last;
      else if (last.length > 0) void takeBack(last);
      else return false;
    }, [moved, last, takeBack]),
    /** As the sheet is to look while presses are on their way. */
    tickets: tickets.map((ticket) => {
      const stage = moved.get(ticket.id) ?? (kept.has(ticket.id) && ticket.stage === 'to tie' ? 'tied' : undefined);
      return stage === undefined ? ticket : { ...ticket, stage };
    }),
    sending: new Set(moved.keys()),
  };
}

/** One bouquet of an order with several. */
async function countOne(id: number, line: Candidate['line'], show: PressesOptions['show']): Promise<void> {
  const { id: item, tied: from, quantity, name } = line;
  await send('POST', `/api/desk/orders/${id}/count-tied/`, { item, from, to: from + 1 });
  show({ words: `${from + 1} of ${quantity} ${name} tied, order ${id}.` });
}
