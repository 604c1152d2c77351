import { showToast } from './toast.tsx';
import { ToastWords } from './toast-words.tsx';

type Offer = {
  /** Whether the focus moves to it: by keyboard it would be far away. */
  takesFocus: () => boolean;
  /** Without it there is nothing to bring back. */
  onUndo: (() => void) | undefined;
  /** Called when it is gone, undone or not. */
  onClose: () => void;
};

/** Shows what was removed, with a button that brings it back. There is one such offer at a time. */
export function showUndo(words: string, { takesFocus, onUndo, onClose }: Offer): void {
  const action = onUndo && { label: 'Undo' as const, onPress: onUndo, takesFocus };
  void showToast(<ToastWords words={words} {...(action && { action })} />, 'success', {
    about: 'removed',
    onClose,
  });
}
