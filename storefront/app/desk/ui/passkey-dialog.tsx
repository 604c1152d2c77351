import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Refusal } from '../desk-api.ts';
import { KeyIcon } from '../staff/door-icons.tsx';
import { confirmWithPasskey, passkeyWords } from '../staff/passkeys.ts';
import { wantsPasskey } from './answers.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemLine } from './said.tsx';

type Props = { isOpen: boolean; onConfirmed: () => void; onLeave: () => void };

/** Asks for a passkey before something that an unattended tablet must not do. */
function PasskeyDialog({ isOpen, onConfirmed, onLeave }: Props) {
  const [words, setWords] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (isOpen) setWords(undefined);
  }, [isOpen]);
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
    <Dialog isOpen={isOpen} title="Is it you?" onClose={onLeave} className="max-w-120">
      <p className="text-soft">This needs your passkey once more. It then holds for five minutes.</p>
      <ProblemLine words={words} />
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="desk-button plain" onClick={onLeave}>
          Leave it
        </button>
        <button type="button" className="desk-button" data-first="" onClick={confirm} disabled={isBusy}>
          <KeyIcon />
          Confirm with a passkey
        </button>
      </div>
    </Dialog>
  );
}

/**
 * Runs a call; if it is refused until a passkey confirms who asks, has that done in a dialog and runs it again. Undefined if the
 * person would rather not. The page renders the dialog.
 */
export function useConfirm(): { dialog: ReactNode; withConfirm: <T>(act: () => Promise<T>) => Promise<T | undefined> } {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isConfirmed: boolean) => void>(undefined);
  const close = (isConfirmed: boolean) => {
    setOpen(false);
    answer.current?.(isConfirmed);
    answer.current = undefined;
  };
  const ask = () =>
    new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setOpen(true);
    });
  return {
    dialog: <PasskeyDialog isOpen={isOpen} onConfirmed={() => close(true)} onLeave={() => close(false)} />,
    async withConfirm(act) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Refusal && wantsPasskey(error.fields))) throw error;
      }
      return (await ask()) ? act() : undefined;
    },
  };
}
