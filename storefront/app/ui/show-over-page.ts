import { afterPaint } from './loading/after-paint.ts';

/**
 * Shows a dialog over the page, which is inert until the returned function closes it. As a popover, and the page made inert after the
 * dialog is painted: `showModal` makes the styles of the whole page anew before it paints, on a phone in a tenth of a second.
 */
export function showOverPage(dialog: HTMLDialogElement): () => void {
  if (!dialog.showPopover) {
    dialog.showModal();
    return () => dialog.close();
  }
  const before = document.activeElement;
  dialog.showPopover();
  let isOpen = true;
  let inert: HTMLElement[] = [];
  void afterPaint().then(() => {
    if (isOpen) inert = makeInertBeside(dialog);
  });
  return () => {
    isOpen = false;
    dialog.hidePopover();
    void afterPaint().then(() => {
      for (const part of inert) part.inert = false;
      returnFocus(dialog, before);
    });
  };
}

function makeInertBeside(dialog: HTMLElement): HTMLElement[] {
  const beside = [...(dialog.parentElement?.children ?? [])].filter(
    (part): part is HTMLElement => part instanceof HTMLElement && part !== dialog && !part.inert,
  );
  for (const part of beside) part.inert = true;
  return beside;
}

/** The browser tried it when the dialog closed, but all else was inert. While it slides out the dialog has the focus still. */
function returnFocus(dialog: HTMLElement, before: Element | null): void {
  const { activeElement, body } = document;
  const isFree = activeElement === body || dialog.contains(activeElement);
  if (isFree && before instanceof HTMLElement) before.focus({ preventScroll: true });
}
