import { useEffect, useId, useRef, useState } from 'react';
import { KeyIcon } from './door-icons.tsx';
import { confirmWithPasskey, passkeyWords } from './passkeys.ts';

type Props = { open: boolean; onConfirmed: () => void; onLeave: () => void };

/** Asks for a passkey before something that an unattended tablet must not do. The browser's own dialog keeps the focus in it. */
export function ConfirmDialog({ open, onConfirmed, onLeave }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const confirming = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const [words, setWords] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    setWords(undefined);
    dialog.current?.showModal();
    // The browser would take the first button, and Enter would leave what was just sent.
    confirming.current?.focus();
  }, [open]);

  const confirm = async () => {
    setBusy(true);
    try {
      await confirmWithPasskey();
      onConfirmed();
    } catch (error) {
      setWords(passkeyWords(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <dialog
      ref={dialog}
      className="desk-dialog staff-dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
    >
      {open && (
        <>
          <h2 id={heading}>Is it you?</h2>
          <p className="desk-soft">This needs your passkey once more. It then holds for five minutes.</p>
          {words && (
            <p className="staff-wrong" role="alert">
              {words}
            </p>
          )}
          <div className="staff-dialog-end">
            <button type="button" className="desk-button plain" onClick={onLeave}>
              Leave it
            </button>
            <button ref={confirming} type="button" className="desk-button" onClick={confirm} disabled={isBusy}>
              <KeyIcon />
              Confirm with a passkey
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}
