import { showToast } from './toast.tsx';
import { ToastWords } from './toast-words.tsx';

type Offer = {
  /** Whether the focus moves to it: by keyboard it would be far away. */
  takesFocus: () => boolean;
  /** Without it there is nothing to bring back. */
  onUndo: (() => void | Promise<void>) | undefined;
  /** Called when the offer is gone and nobody took it. */
  onLapse: () => void;
};

/** What was removed while the toast stands: its button brings back all of it. */
let open: readonly Offer[] = [];

/** Shows what was removed, with a button that brings it back, once, together with what was removed just before it. */
export function showUndo(words: string, offer: Offer): void {
  const offers = [...open, offer];
  open = offers;
  const undos = offers.flatMap(({ onUndo }) => onUndo ?? []);
  const onPress = async () => {
    if (open !== offers) return;
    open = [];
    for (const undo of undos) await undo();
  };
  const action = undos.length > 0 && { label: 'Undo' as const, onPress, takesFocus: offer.takesFocus };
  const help = undos.length > 1 && `Undo brings back ${undos.length === 2 ? 'both' : `all ${undos.length}`}.`;
  void showToast(<ToastWords words={words} {...(help && { help })} {...(action && { action })} />, 'success', {
    about: 'removed',
    onClose() {
      if (open !== offers) return;
      open = [];
      for (const { onLapse } of offers) onLapse();
    },
  });
}
