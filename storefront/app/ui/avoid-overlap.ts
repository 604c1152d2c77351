import { liftOver } from './lift-over.ts';

/** Toasts never cover elements with this attribute: what is pressed or read next, such as a way to pay, a sum, the picture. */
const KEPT_CLEAR = '[data-keep-clear]';
/** Frames without a tray before watching ends: a toast is rendered a moment after it is requested. */
const EMPTY_FRAMES = 60;

/**
 * Raises the tray that `find` returns above everything that must stay clear, as long as the tray is there. It is
 * measured with every frame, because bars slide in and pages scroll meanwhile. Returns a function that ends that.
 */
export function avoidOverlap(holder: HTMLElement, find: () => HTMLElement | null): () => void {
  let lift = 0;
  let frame = 0;
  let emptyFor = 0;

  const raise = (tray: HTMLElement) => {
    const { top, bottom, left, right } = tray.getBoundingClientRect();
    const boxes = [...document.querySelectorAll(KEPT_CLEAR)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect());
    const next = liftOver({ top: top + lift, bottom: bottom + lift, left, right }, boxes);
    if (next === lift) return;
    lift = next;
    holder.style.setProperty('--toast-lift', `${lift}px`);
  };

  const update = () => {
    const tray = find();
    emptyFor = tray ? 0 : emptyFor + 1;
    if (tray) raise(tray);
    if (emptyFor < EMPTY_FRAMES) frame = requestAnimationFrame(update);
  };

  holder.style.removeProperty('--toast-lift');
  update();
  return () => cancelAnimationFrame(frame);
}
