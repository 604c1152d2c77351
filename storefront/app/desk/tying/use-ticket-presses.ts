import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Ticket } from '#contract/desk.ts';
import type { Me } from '#contract/staff.ts';
import { send, toRefusal } from '../send.ts';
import { nextAddress, type TicketLine } from './ticket-data.ts';
import { holdOf } from './ticket-words.ts';
import { useTies } from './use-ties.ts';

type Options = {
  ticket: Ticket;
  line: TicketLine;
  /** Its only bouquet: tying it ties the order, and can be kept on this device. */
  isAlone: boolean;
  refresh: () => Promise<void>;
  isBroken: boolean;
  me: Me;
  isInTurn: boolean;
  /** The next bouquet of the same line begins without ticks. */
  onCounted: () => void;
};

/** What is pressed on a ticket. What is refused is said, and the ticket shows what is true. */
export function useTicketPresses(options: Options) {
  const { ticket, line, isAlone, refresh, isBroken, me, isInTurn, onCounted } = options;
  const { id } = ticket;
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const ties = useTies({ me, isBroken, refresh, say: setProblem });
  const isKept = ties.kept.has(id);
  const stage = isKept && ticket.stage === 'to tie' ? 'tied' : ticket.stage;

  const press = async (act: () => Promise<string | undefined>) => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    try {
      const address = await act();
      if (address !== undefined) return void navigate(address);
    } catch (error) {
      setProblem(toRefusal(error).message);
    } finally {
      setSending(false);
    }
    await refresh();
  };
  const tie = () =>
    press(async () => {
      if (!isAlone) {
        const body = { item: line.id, from: line.tied, to: line.tied + 1 };
        const { stage } = await send('POST', `/api/desk/orders/${id}/count-tied/`, body);
        onCounted();
        return stage === 'tied' ? nextAddress(ticket, isInTurn) : undefined;
      }
      const answers = await ties.tie([id]);
      const words = answers?.[0]?.words;
      if (words) setProblem(words);
      return words || !answers ? undefined : nextAddress(ticket, isInTurn);
    });
  const takeBack = () =>
    press(async () => {
      if ((await ties.forgetUnsent([id])).length > 0) return undefined;
      const { orders } = await send('POST', '/api/desk/orders/take-back/', { orders: [id] });
      if (orders[0]?.words) setProblem(orders[0].words);
      return undefined;
    });
  const canTie = stage === 'to tie' && !holdOf(ticket) && line.tied < line.quantity;
  return { problem, isSending, isKept, stage, canTie, press, tie, takeBack, ties };
}
