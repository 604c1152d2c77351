import { type MouseEvent, useEffect, useRef } from 'react';
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
  const timer = setTimeout(goOn, PATIENCE_MS);
  afterStep = goOn;
  history.back();
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
  if (afterStep) afterStep();
  else close?.();
}

if (!import.meta.env.SSR) {
  shownKey = keyOf(history.state);
  // Before the router's own.
  window.addEventListener('popstate', onPopState, { capture: true });
  // Loaded anew while something was open, which it no longer is.
  if (isOver()) stepBack(() => {});
}

function putOver(): void {
  const before = afterStep;
  if (before) {
    afterStep = () => {
      before();
      putOver();
    };
  } else if (close && !isOver()) history.pushState({ ...history.state, overlay: true }, '');
}

/** Takes the entry away, if there is one, and goes on: what comes next then follows the page itself. */
export function leaveOverlay(then: () => void = () => {}): void {
  if (isOver() && !afterStep) stepBack(then);
  else then();
}

/** For what is open over a page: a link in it is followed once the entry is gone. */
export function leaveByLink(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLElement>('a[href]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || !isOver()) return;
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
