import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { afterPaint } from '../ui/loading/after-paint.ts';

/*
 * An overlay pushes a history entry of its own, so that Back closes it. The entry is a copy of the page's entry, marked
 * `overlay`. Its popstate events are stopped before the router sees them and fetches the page again. If the overlay is
 * closed in another way, or a link leaves the page, the entry is removed first, so that Forward works as before.
 */

/** How long a step back may take before the next action runs without it. */
const STEP_TIMEOUT_MS = 500;

let close: (() => void) | undefined;
/** Runs when our own step back has arrived. */
let afterStep: (() => void) | undefined;
let shownKey = 'default';

/** What the router and this file write into an entry. */
type State = { key?: string; overlay?: true } | null;
const keyOf = (state: State) => state?.key ?? 'default';
const isOverlay = (state: State) => Boolean(state?.overlay);
const isOver = () => isOverlay(history.state);

function stepBack(then: () => void): void {
  const goOn = () => {
    clearTimeout(timer);
    afterStep = undefined;
    then();
  };
  // By then afterStep may have been extended by waitForStep.
  const timer = setTimeout(() => afterStep?.(), STEP_TIMEOUT_MS);
  afterStep = goOn;
  history.back();
}

/** Runs the act after our own step back, which is under way. */
function waitForStep(next: () => void): void {
  const before = afterStep;
  afterStep = () => {
    before?.();
    next();
  };
}

function onPopState(event: PopStateEvent): void {
  if (isOverlay(event.state)) {
    // Forward led onto the entry of a closed overlay: there is nothing to show.
    event.stopImmediatePropagation();
    if (!close) stepBack(() => {});
    return;
  }
  const isSamePage = keyOf(event.state) === shownKey;
  if (isSamePage && (afterStep || close)) event.stopImmediatePropagation();
  if (afterStep) {
    afterStep();
    return;
  }
  close?.();
  // An overlay that is busy refuses to close, and gets its entry back.
  if (isSamePage) setTimeout(putOver);
}

if (!import.meta.env.SSR) {
  shownKey = keyOf(history.state);
  // Capturing, to run before the listeners of the router and of React.
  window.addEventListener('popstate', onPopState, { capture: true });
  window.addEventListener('click', leaveByLink, { capture: true });
  // The page was reloaded while an overlay was open: it no longer is.
  if (isOver()) stepBack(() => {});
}

function putOver(): void {
  if (afterStep) waitForStep(putOver);
  else if (close && !isOver()) history.pushState({ ...history.state, overlay: true }, '');
}

/** Removes the overlay's entry, if there is one, before the next step: that then follows the page's own entry. */
export function leaveOverlay(then: () => void = () => {}): void {
  if (!isOver()) then();
  else if (afterStep) waitForStep(then);
  else stepBack(then);
}

/** A link pressed while an overlay is open is followed once the overlay's entry is removed. */
function leaveByLink(event: MouseEvent): void {
  // Our own click below is not trusted, and passes even if the step back took too long.
  if (!isOver() || !event.isTrusted) return;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !isPlain || link.target === '_blank' || !link.protocol.startsWith('http')) return;
  event.preventDefault();
  event.stopPropagation();
  leaveOverlay(() => link.click());
}

/** While the overlay is open, Back closes it and the page stays. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { key } = useLocation();
  const latest = useRef(onClose);
  const wasOpen = useRef(false);

  useEffect(() => {
    latest.current = onClose;
  });

  // Together with the page: Back may be pressed as soon as that is another.
  useLayoutEffect(() => {
    shownKey = key;
    const isOverNextPage = wasOpen.current;
    wasOpen.current = isOpen;
    if (!isOpen) return;
    const closeThis = () => latest.current();
    close = closeThis;
    // What opens is painted first; over the next page it is there already.
    if (isOverNextPage) putOver();
    else void afterPaint().then(putOver);
    return () => {
      if (close === closeThis) close = undefined;
      leaveOverlay();
    };
  }, [isOpen, key]);
}
