import { type ReactNode, useRef, useState } from 'react';
import { Refusal } from '../desk-api.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Whether a call was refused until a passkey confirms who asks. */
export const wantsConfirmation = (error: unknown): boolean =>
  error instanceof Refusal && (error.fields as { confirm?: unknown }).confirm === true;

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
    dialog: <ConfirmDialog open={isOpen} onConfirmed={() => close(true)} onLeave={() => close(false)} />,
    async withConfirm(act) {
      try {
        return await act();
      } catch (error) {
        if (!wantsConfirmation(error)) throw error;
      }
      return (await ask()) ? act() : undefined;
    },
  };
}
