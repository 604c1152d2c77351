import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useActionData } from 'react-router';
import { useOfflineIsOver } from '../../ui/use-is-offline.ts';
import type { Refused } from '../desk-page.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** The form of the page that was sent last: the answer is about that one. */
let lastSent: HTMLFormElement | null = null;

type Props = { children: ReactNode; className?: string; label?: string };

/**
 * A form whose call may want a passkey first: then the dialog asks for it and the form is sent again, with what stands in it. Without
 * scripts there are no passkeys either, and the page shows the refusal.
 */
export function ConfirmedForm({ children, className, label }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sentBy = useRef<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const answer = useActionData<Refused>();

  useEffect(() => {
    if (wantsPasskey(answer?.refused) && lastSent !== null && lastSent === form.current) setOpen(true);
  }, [answer]);

  const sendAgain = () => {
    setOpen(false);
    form.current?.requestSubmit(sentBy.current);
  };

  return (
    <>
      <Form
        ref={form}
        method="post"
        className={className}
        aria-label={label}
        onSubmit={(event) => {
          sentBy.current = (event.nativeEvent as SubmitEvent).submitter;
          lastSent = form.current;
        }}
      >
        {children}
      </Form>
      <ConfirmDialog open={isOpen} onConfirmed={sendAgain} onLeave={() => setOpen(false)} />
    </>
  );
}

/** Whether a form was refused until a passkey confirms who sends it. */
export const wantsPasskey = (refused: Refused['refused'] | undefined): boolean =>
  (refused as { confirm?: unknown } | undefined)?.confirm === true;

/** What a refused form says above itself; where there are scripts a dialog asks for the passkey instead. */
export function RefusedLine({ refused }: { refused: Refused['refused'] | undefined }) {
  const isOver = useOfflineIsOver();
  const words = [refused?.detail ?? refused?.non_field_errors ?? []].flat().join(' ');
  if (!words || isOver(words)) return null;
  return (
    <p className={`staff-wrong${wantsPasskey(refused) ? ' in-dialog' : ''}`} role="alert">
      {words}
    </p>
  );
}

/** The words under one field. */
export function FieldWords({ refused, name }: { refused: Refused['refused'] | undefined; name: string }) {
  const words = refused?.[name];
  if (!words) return null;
  return (
    <p className="staff-wrong" id={`${name}-wrong`}>
      {[words].flat().join(' ')}
    </p>
  );
}
