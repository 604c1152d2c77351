import { type ReactNode, type Ref, type SubmitEvent, useLayoutEffect, useRef, useState } from 'react';
import { Form as PlainForm, useLocation, useNavigate, useParams, useRevalidator } from 'react-router';
import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import type { Fields } from '../desk-api.ts';
import type { Press } from '../desk-page.tsx';
import { toRefusal } from '../send.ts';
import { type Answers, otherWords, ProvideAnswers, toAnswers, wantsPasskey } from './answers.tsx';
import { useConfirm } from './passkey-dialog.tsx';
import { Said } from './said.tsx';

/** What most forms of the office say once they are saved. */
export const IN_SHOP = 'Saved. The shop shows it.';

type Props = {
  act: Press;
  className?: string;
  label?: string;
  /** What the save before did, said above the form until the next one is sent. */
  saved?: string | false | null | undefined;
  /** Begin anew once it is done, where the page stays. */
  clears?: boolean;
  /** The browser checks what is required before it is sent; otherwise the shop says it at the fields. */
  isChecked?: boolean;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode | ((answers: Answers) => ReactNode);
};

/**
 * A form that keeps what was typed: the call is sent from the open page, so that neither a refusal nor a lost connection replaces it.
 * Where the shop wants a passkey first, a dialog asks for it and the form is sent again.
 */
export function Form({ act, className, label, saved, clears = false, isChecked = false, ref, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const params = useParams();
  const { dialog, withConfirm } = useConfirm();
  const [refused, setRefused] = useState<Fields>();
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [isOutdated, setOutdated] = useState(false);

  // Before anything is painted: the same words are never said twice.
  useLayoutEffect(() => {
    const said = [...(form.current?.querySelectorAll<HTMLElement>('[data-wrong]') ?? [])];
    setShown(new Set(said.map(({ dataset }) => dataset.wrong ?? '')));
    if (!refused) return;
    const first = ['[aria-invalid]', '[role=alert]'].map((wanted) => form.current?.querySelector<HTMLElement>(wanted));
    first.find((element) => element)?.focus();
  }, [refused]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setOutdated(true);
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    const element = event.currentTarget;
    const typed = new FormData(element, submitter);
    try {
      const done = await withConfirm(async () => ({ next: await act(typed, params) }));
      setRefused(undefined);
      if (!done) return;
      if (clears) element.reset();
      await navigate(done.next ?? `${pathname}${search}`, { preventScrollReset: true });
      setOutdated(false);
    } catch (error) {
      const refusal = toRefusal(error);
      setRefused(refusal.fields);
      // What it is about is not as this page shows it.
      if (refusal.status === 409) await revalidate();
    } finally {
      setSending(false);
    }
  };

  const isOver = useOfflineIsOver();
  const answers = toAnswers(refused, isSending);
  const others = otherWords(refused, shown);
  const setForm = (element: HTMLFormElement | null) => {
    form.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <>
      <PlainForm
        ref={setForm}
        method="post"
        className={className}
        aria-label={label}
        noValidate={!isChecked}
        onSubmit={submit}
      >
        {saved && !isOutdated && <Said look="saved">{saved}</Said>}
        {others && !isOver(others) && (
          <Said look="refused" className={wantsPasskey(refused) ? 'in-dialog' : ''}>
            {others}
          </Said>
        )}
        <ProvideAnswers value={answers}>{typeof children === 'function' ? children(answers) : children}</ProvideAnswers>
      </PlainForm>
      {dialog}
    </>
  );
}
