import { useEffect, useRef } from 'react';
import { toast } from 'react-toastify/unstyled';
import { showToast } from '../ui/toast.tsx';

const FOR_MS = 6_000;
/** Who came by the keyboard is led to the offer, and has time to hear it. */
const FOR_KEYBOARD_MS = 20_000;

type Offer = {
  words: string;
  byKeyboard: boolean;
  onUndo: () => void;
  /** The time is over, or the offer was waved away. */
  onOver: () => void;
};

let offers = 0;

/** Says what is gone and offers to bring it back, for a while. What it returns takes the offer back. */
export function offerUndo({ words, byKeyboard, onUndo, onOver }: Offer): () => void {
  offers += 1;
  const toastId = `undo-${offers}`;
  let isOpen = true;
  const end = (then: () => void) => () => {
    if (!isOpen) return;
    isOpen = false;
    then();
  };
  void showToast(<Words words={words} takesFocus={byKeyboard} onUndo={end(onUndo)} />, 'default', {
    toastId,
    autoClose: byKeyboard ? FOR_KEYBOARD_MS : FOR_MS,
    // The time runs on for those who look elsewhere: what they left is what they wanted.
    pauseOnFocusLoss: false,
    onClose: end(onOver),
    // It may be taken back before the tray has come.
    isStillWanted: () => isOpen,
  });
  return () => {
    isOpen = false;
    toast.dismiss(toastId);
  };
}

function Words({ words, takesFocus, onUndo }: { words: string; takesFocus: boolean; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  return (
    <span className="mr-6 flex flex-1 flex-wrap items-center justify-between gap-x-4 [overflow-wrap:anywhere]">
      {words}
      {/* A press bubbles to the toast, which closes by it. */}
      <button ref={button} type="button" className="link min-h-11 font-semibold" onClick={onUndo}>
        Undo
      </button>
    </span>
  );
}
