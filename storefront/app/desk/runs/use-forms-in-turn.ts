import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

type Press = { form: HTMLFormElement; submitter: HTMLElement | null; typed: string };

/** `pressed` is on its way, or about to be. */
type Turn = { isSending: boolean; pressed: Press | undefined; waiting: Press[] };

/** The router says a moment later that it sends; of what it does not send it never does. */
const SAYS_WITHIN_MS = 300;

const typedIn = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])).toString();

/**
 * For a page with many small forms, all of which the router sends: one after the other. The router gives up one that is on its way when
 * the next is pressed, and the shop may not have read it yet: the press would be lost. The same press again, as of a double click, is one.
 */
export function useFormsInTurn(): void {
  const { state, formMethod } = useNavigation();
  const isSending = state !== 'idle' && formMethod !== undefined && formMethod !== 'GET';
  const turn = useRef<Turn>({ isSending: false, pressed: undefined, waiting: [] });

  useEffect(() => {
    const { current } = turn;
    const hold = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement;
      if (form.method !== 'post') return;
      const press = { form, submitter: event.submitter, typed: typedIn(form, event.submitter) };
      if (!current.pressed) {
        current.pressed = press;
        setTimeout(() => !current.isSending && current.pressed === press && goOn(current), SAYS_WITHIN_MS);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (form === current.pressed.form && press.typed === current.pressed.typed) return;
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
  turn.pressed = undefined;
  const next = turn.waiting.shift();
  if (!next?.form.isConnected) return;
  next.form.requestSubmit(next.submitter?.isConnected ? next.submitter : null);
}
