import { useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigation } from 'react-router';

type Press = { form: HTMLFormElement; submitter: HTMLElement | null; typed: string };

/** `pressed` came last; it is on its way if the router is sending. */
type Turn = { isSending: boolean; pressed: Press | undefined; waiting: Press[] };

const typedIn = (form: HTMLFormElement, submitter: HTMLElement | null): string =>
  new URLSearchParams([...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])).toString();

/**
 * Forms are sent one after the other. The router gives up one that is on its way when the next is pressed, and the shop may not
 * have read it yet: the press would be lost. The same press again, as of a double click, is one.
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
      if (!current.isSending) {
        current.pressed = press;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      if (form === current.pressed?.form && press.typed === current.pressed.typed) return;
      current.waiting = [...current.waiting.filter((other) => other.form !== form), press];
    };
    document.addEventListener('submit', hold, { capture: true });
    return () => document.removeEventListener('submit', hold, { capture: true });
  }, []);

  useLayoutEffect(() => {
    turn.current.isSending = isSending;
  }, [isSending]);

  useEffect(() => {
    if (isSending) return;
    const next = turn.current.waiting.shift();
    if (next?.form.isConnected) next.form.requestSubmit(next.submitter?.isConnected ? next.submitter : null);
  }, [isSending]);
}
