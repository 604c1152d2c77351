import { liftOver } from './lift-over.ts';

/** What carries this attribute is pressed next: no toast covers it. */
const PRESSED_NEXT = '[data-keep-clear]';
/** A toast is drawn a moment after it was asked for. */
const EMPTY_FRAMES = 60;

/**
 * Raises the tray that `find` gives above everything that is pressed next, for as long as there is something in it. A bar may
 * slide in and a page be scrolled meanwhile, so it is looked at with every frame. What it returns ends that.
 */
export function avoidOverlap(holder: HTMLElement, find: () => HTMLElement | null): () => void {
  let lift = 0;
  let frame = 0;
  let emptyFor = 0;

  const raise = (tray: HTMLElement) => {
    const { top, bottom, left, right } = tray.getBoundingClientRect();
    const boxes = [...document.querySelectorAll(PRESSED_NEXT)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect());
    const next = liftOver({ top: top + lift, bottom: bottom + lift, left, right }, boxes);
    if (next === lift) return;
    lift = next;
    holder.style.setProperty('--toast-lift', `${lift}px`);
  };

  const look = () => {
    const tray = find();
    emptyFor = tray ? 0 : emptyFor + 1;
    if (tray) raise(tray);
    if (emptyFor < EMPTY_FRAMES) frame = requestAnimationFrame(look);
  };

  holder.style.removeProperty('--toast-lift');
  look();
  return () => cancelAnimationFrame(frame);
}
