import {
  createContext,
  type ReactNode,
  type Ref,
  type SubmitEvent,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Form as PlainForm, useLocation, useNavigate, useRevalidator } from 'react-router';
import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import type { DeskApi, DeskPage, Params, Refused } from '../desk-page.ts';
import { send, toRefusal } from '../send.ts';
import { type Answers, type Fields, otherWords, ProvideAnswers, toAnswers, wantsPasskey } from './answers.tsx';
import { useConfirm } from './passkey-dialog.tsx';
import { Said } from './said.tsx';

const IN_BROWSER: DeskApi = { get: ((path: string) => send('GET', path as never)) as never, send };

/** What most forms of the office say once they are saved. */
export const IN_SHOP = 'Saved. The shop shows it.';

type Page = { act: DeskPage['act']; params: Params; refused: Fields | undefined; typed: Refused['typed'] | undefined };

/** What the forms of a page do; the route provides it. */
export const PageForms = createContext<Page>({ act: undefined, params: {}, refused: undefined, typed: undefined });

/** Rendered after the fields before it, which have asked for their words by then. So it is without scripts. */
const Later = ({ render }: { render: () => ReactNode }) => render();

type Props = {
  /** What sending it does, if that is not what the page does. Returns an address to go to, or nothing to stay. */
  act?: DeskPage['act'];
  className?: string;
  label?: string;
  /** What the save before did, said above the form until the next one is sent. */
  saved?: string | false | null | undefined;
  /** It has answered a form of the page that was posted without scripts; of several on a page only one has. */
  isAnswered?: boolean;
  /** Begin anew once it is done, where the page stays. */
  clears?: boolean;
  /** The browser checks what is required before it is sent; otherwise the shop says it at the fields. */
  isChecked?: boolean;
  ref?: Ref<HTMLFormElement>;
  children: ReactNode | ((answers: Answers) => ReactNode);
};

/**
 * A form that keeps what was typed: the call is sent from the open page, so that neither a refusal nor a lost connection replaces it.
 * Where the shop wants a passkey first, a dialog asks for it and the form is sent again. Without scripts it is posted to its page,
 * which is rendered with the refusal and what was typed.
 */
export function Form({
  act,
  className,
  label,
  saved,
  isAnswered = true,
  clears = false,
  isChecked = false,
  ref,
  children,
}: Props) {
  const page = useContext(PageForms);
  const posted = isAnswered ? page.refused : undefined;
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const { dialog, withConfirm } = useConfirm();
  const [refused, setRefused] = useState(posted);
  const [shown, setShown] = useState<ReadonlySet<string>>();
  const [isSending, setSending] = useState(false);
  const [isOutdated, setOutdated] = useState(posted !== undefined);

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
    const doing = act ?? page.act;
    if (isSending || !doing) return;
    setSending(true);
    setOutdated(true);
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    const element = event.currentTarget;
    const typed = new FormData(element, submitter);
    try {
      const done = await withConfirm(async () => ({ next: await doing(IN_BROWSER, typed, page.params) }));
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
  const answers = toAnswers(refused, isSending, isAnswered ? page.typed : undefined);
  const asked = new Set<string>();
  const noting: Answers = {
    ...answers,
    wrong(name) {
      asked.add(name);
      return answers.wrong(name);
    },
  };
  const others = (said: ReadonlySet<string>, look: string) => {
    const words = otherWords(refused, said);
    if (!words || isOver(words)) return null;
    return (
      <Said look="refused" className={wantsPasskey(refused) ? `${look} in-dialog` : look}>
        {words}
      </Said>
    );
  };
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
        {shown && others(shown, '')}
        <ProvideAnswers value={noting}>{typeof children === 'function' ? children(noting) : children}</ProvideAnswers>
        {!shown && <Later render={() => others(asked, 'order-first')} />}
      </PlainForm>
      {dialog}
    </>
  );
}
