import { useEffect, useRef } from 'react';
import type { SheetTicket } from '#contract/desk.ts';
import type { useDeskToast } from '../toasts.tsx';
import { bouquetsOf } from './ticket-words.ts';

type Show = ReturnType<typeof useDeskToast>['show'];

/** What was tied on another page can be taken back here for six seconds. */
export function useTiedBefore(
  tied: number[],
  tickets: SheetTicket[],
  takeBack: (ids: number[]) => Promise<void>,
  show: Show,
) {
  const latest = useRef({ tickets, takeBack });
  useEffect(() => {
    latest.current = { tickets, takeBack };
  });
  const key = tied.join(',');
  useEffect(() => {
    if (key === '') return;
    const ids = key.split(',').map(Number);
    const only = latest.current.tickets.find(({ id }) => id === ids[0]);
    const words =
      ids.length === 1 && only
        ? `Tied: ${bouquetsOf(only)}, ${only.district || only.recipient}.`
        : `${ids.length} tied.`;
    show({ words, action: { label: 'Take back', do: () => void latest.current.takeBack(ids) } });
  }, [key, show]);
}
