import { useEffect, useRef } from 'react';
import { toast } from 'react-toastify/unstyled';
import { showToast } from '../ui/toast.tsx';

const FOR_MS = 6_000;
/** By keyboard the focus moves to the offer, and there must be time to hear it. */
const FOR_KEYBOARD_MS = 20_000;

type Offer = {
  words: string;
  byKeyboard: boolean;
  onUndo: () => void;
  /** Called when the time is over, or the toast was dismissed. */
  onOver: () => void;
};

let offers = 0;

/** Shows a toast with an Undo button for some seconds. Returns a function that withdraws the offer. */
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
    // The time goes on in a hidden window: the deletion stands.
    pauseOnFocusLoss: false,
    onClose: end(onOver),
    // It may be withdrawn before the tray has loaded.
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
      {/* The click bubbles to the toast and closes it. */}
      <button ref={button} type="button" className="link min-h-11 font-semibold" onClick={onUndo}>
        Undo
      </button>
    </span>
  );
}
