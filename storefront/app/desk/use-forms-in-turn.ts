import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

/** By then the router has begun to send what was pressed. */
const SENDS_WITHIN_MS = 300;

type Press = { form: HTMLFormElement; submitter: HTMLElement | null; typed: string };

type Turn = { isSending: boolean; sent: Press | undefined; waiting: Press[] };

const typedIn = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])).toString();

/**
 * Forms are sent one after the other. The router gives up one that is on its way when the next is pressed, and the shop may not
 * have read it yet: the press would be lost. The same press again, as of a double click, is one.
 */
export function useFormsInTurn(): void {
  const { state, formMethod } = useNavigation();
  const isSending = state !== 'idle' && formMethod !== undefined && formMethod !== 'GET';
  const turn = useRef<Turn>({ isSending: false, sent: undefined, waiting: [] });

  useEffect(() => {
    const { current } = turn;
    const hold = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (form.method !== 'post') return;
      const press = { form, submitter: event.submitter, typed: typedIn(form, event.submitter) };
      if (!current.sent) {
        current.sent = press;
        // Some forms ask first, and send nothing.
        setTimeout(() => !current.isSending && goOn(current), SENDS_WITHIN_MS);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (form === current.sent.form && press.typed === current.sent.typed) return;
      current.waiting = [...current.waiting.filter((other) => other.form !== form), press];
    };
    document.addEventListener('submit', hold, { capture: true });
    return () => document.removeEventListener('submit', hold, { capture: true });
  }, []);

  useEffect(() => {
    const { current } = turn;
    const wasSending = current.isSending;
    current.isSending = isSending;
    if (wasSending && !isSending) goOn(current);
  }, [isSending]);
}

function goOn(turn: Turn): void {
  turn.sent = undefined;
  const next = turn.waiting.shift();
  if (next?.form.isConnected) next.form.requestSubmit(next.submitter?.isConnected ? next.submitter : null);
}
