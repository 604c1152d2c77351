import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate, useRevalidator } from 'react-router';
import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import { Refusal } from '../desk-api.ts';
import type { DeskApi, DeskPage, Params, Refused } from '../desk-page.ts';
import { send, toRefusal } from '../send.ts';

type Fields = Refused['refused'];

const TYPED = 'typed';
const IN_BROWSER: DeskApi = { get: (path) => send('GET', path as never), send };

/** What most forms of the office say once they are saved. */
export const IN_SHOP = 'Saved. The shop shows it.';

/** What a field of a form that was refused is shown with: the words at it, and what was typed. */
export type Answered = {
  wrong(name: string): string | undefined;
  typed(name: string, otherwise: string): string;
  ticked(name: string, otherwise: boolean): boolean;
  isSending: boolean;
};

type Props = {
  act: NonNullable<DeskPage['act']>;
  params?: Params;
  refused: Fields | undefined;
  /** Fields whose words stand at them; the rest is said above the form. */
  fields: readonly string[];
  className?: string;
  label?: string;
  /** What the save before did, said above the form until the next one is sent. */
  saved?: string | false | null | undefined;
  children: (answered: Answered) => ReactNode;
};

/**
 * A form that keeps what was typed: the call is sent from the open page, so that neither a refusal nor a lost connection replaces it.
 * Without scripts it is posted to its page, which is rendered with what was typed.
 */
export function SentForm({ act, params = {}, refused: posted, fields, className, label, saved, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const [refused, setRefused] = useState(posted);
  const [isSending, setSending] = useState(false);
  const [isOutdated, setOutdated] = useState(posted !== undefined);

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus();
  }, [refused]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setOutdated(true);
    const submitter = (event.nativeEvent as globalThis.SubmitEvent).submitter;
    try {
      const next = await act(IN_BROWSER, new FormData(event.currentTarget, submitter), params);
      setRefused(undefined);
      await navigate(next ?? `${pathname}${search}`, { preventScrollReset: true });
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
  const others = Object.entries(refused ?? {})
    .filter(([name]) => !fields.includes(name) && name !== TYPED)
    .flatMap(([, words]) => words)
    .join(' ');
  return (
    <Form ref={form} method="post" className={className} aria-label={label} noValidate onSubmit={submit}>
      {saved && !isOutdated && (
        <p className="office-saved" role="status">
          {saved}
        </p>
      )}
      {others && !isOver(others) && (
        <p className="desk-refused" role="alert" tabIndex={-1}>
          {others}
        </p>
      )}
      {children({ ...answer(refused), isSending })}
    </Form>
  );
}

function answer(refused: Fields | undefined): Omit<Answered, 'isSending'> {
  const kept = typeof refused?.[TYPED] === 'string' ? new URLSearchParams(refused[TYPED]) : undefined;
  return {
    wrong: (name) => (refused?.[name] === undefined ? undefined : [refused[name]].flat().join(' ')),
    typed: (name, otherwise) => kept?.get(name) ?? otherwise,
    ticked: (name, otherwise) => (kept ? kept.has(name) : otherwise),
  };
}

/** Does what a form asks for; if it is refused, what was typed goes back with the words. */
export async function keepTyped<T>(form: FormData, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const typed = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
    throw new Refusal(error.status, { ...error.fields, [TYPED]: typed.toString() });
  }
}
