import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Whatever opens over a page puts an entry of its own onto the history, so that Back closes it. The entry is a copy of the
 * page's own with a mark on it. The router never hears of it: steps onto it and off it are stopped before it would fetch
 * the page again. Closed in another way, or left by a link, the entry is taken away first, so that Forward leads on as before.
 */
type State = { key?: string; overlay?: true } | null;

/** How long a step back may take before we go on without it. */
const PATIENCE_MS = 500;

let close: (() => void) | undefined;
/** What waits for our own step back. */
let afterStep: (() => void) | undefined;
let shownKey = 'default';

const keyOf = (state: State) => state?.key ?? 'default';
const isOver = () => Boolean((history.state as State)?.overlay);

function stepBack(then: () => void): void {
  const goOn = () => {
    clearTimeout(timer);
    afterStep = undefined;
    then();
  };
  // More may have been put behind it by then.
  const timer = setTimeout(() => afterStep?.(), PATIENCE_MS);
  afterStep = goOn;
  history.back();
}

/** Our own step back is under way: what comes next waits for it too. */
function waitForStep(next: () => void): void {
  const before = afterStep;
  afterStep = () => {
    before?.();
    next();
  };
}

function onPopState(event: PopStateEvent): void {
  const state = event.state as State;
  if (state?.overlay) {
    // Forward onto what was closed: there is nothing to be seen.
    event.stopImmediatePropagation();
    if (!close) stepBack(() => {});
    return;
  }
  const isSamePage = keyOf(state) === shownKey;
  if (isSamePage && (afterStep || close)) event.stopImmediatePropagation();
  if (afterStep) {
    afterStep();
    return;
  }
  close?.();
  // What is busy refuses to close; by then it would have.
  if (isSamePage) setTimeout(putOver);
}

if (!import.meta.env.SSR) {
  shownKey = keyOf(history.state);
  // Before the router's own, and React's.
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('click', leaveByLink, { capture: true });
  // Loaded anew while something was open, which it no longer is.
  if (isOver()) stepBack(() => {});
}

function putOver(): void {
  if (afterStep) waitForStep(putOver);
  else if (close && !isOver()) history.pushState({ ...history.state, overlay: true }, '');
}

/** Takes the entry away, if there is one, and goes on: what comes next then follows the page itself. */
export function leaveOverlay(then: () => void = () => {}): void {
  if (!isOver()) then();
  else if (afterStep) waitForStep(then);
  else stepBack(then);
}

/** A link that leaves the page while something is open over it, in it or beside it, is followed once the entry is gone. */
function leaveByLink(event: MouseEvent): void {
  // Our own click, the second one, is let through even if the step took too long.
  if (!isOver() || !event.isTrusted) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.target === '_blank' || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  event.stopPropagation();
  leaveOverlay(() => link.click());
}

/** While this is open, Back closes it and the page stays. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onClose);

  useEffect(() => {
    latest.current = onClose;
  });

  useEffect(() => {
    shownKey = key;
    if (!isOpen) return;
    const closeThis = () => latest.current();
    close = closeThis;
    putOver();
    return () => {
      if (close === closeThis) close = undefined;
      leaveOverlay();
    };
  }, [isOpen, key]);
}
