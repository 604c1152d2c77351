import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerAt, Known } from '#contract/calls.ts';
import { useLive } from './live.ts';
import { send, toRefusal } from './send.ts';

/** Asked for again though nothing was announced: a line can be dead without saying so. */
const AGAIN_MS = 60_000;

/** Nobody answered, or only a proxy did. */
const NO_SHOP = [0, 502, 503, 504];

type Fresh<T> = { data: T; refresh: () => Promise<void>; isAway: boolean; isBroken: boolean };

/**
 * What a page was loaded with, kept fresh while it is open: asked for again when something changes, and once a minute. What is
 * known stays on the screen while the shop cannot be reached. Nothing moves while a finger is down.
 */
export function useFresh<const P extends string>(
  path: P & Known<'GET', P>,
  loaded: AnswerAt<'GET', P>,
): Fresh<AnswerAt<'GET', P>>;
export function useFresh<T>(path: string, loaded: T): Fresh<T> {
  const [data, setData] = useState(loaded);
  const [isReached, setReached] = useState(true);
  const [isAway, setAway] = useState(false);
  const state = useRef({ isAsking: false, again: false, isPressed: false, waiting: undefined as T | undefined });

  useEffect(() => setData(loaded), [loaded]);
  const now = useRef(path);
  useEffect(() => {
    now.current = path;
  }, [path]);

  const refresh = useCallback(async () => {
    const { current } = state;
    current.again = true;
    if (current.isAsking) return;
    current.isAsking = true;
    try {
      while (current.again) {
        current.again = false;
        const asked = now.current;
        // The page named its call by the path.
        const fresh: T = await send('GET', asked as never);
        // The page shows something else by now, another day or flower, and was loaded with it.
        if (asked !== now.current) continue;
        if (current.isPressed) current.waiting = fresh;
        else setData(fresh);
        setReached(true);
        setAway(false);
      }
    } catch (error) {
      // Signed out meanwhile: the sheet is not for whoever is here now. Loaded anew, the page asks who it is.
      const { status } = toRefusal(error);
      if (status === 401) location.reload();
      setReached(false);
      setAway(NO_SHOP.includes(status));
    } finally {
      current.isAsking = false;
    }
  }, []);

  useEffect(() => {
    const { current } = state;
    const press = () => {
      current.isPressed = true;
    };
    const release = () => {
      current.isPressed = false;
      const { waiting } = current;
      current.waiting = undefined;
      // After the click that this release makes.
      if (waiting !== undefined) setTimeout(setData, 0, waiting);
    };
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), AGAIN_MS);
    addEventListener('pointerdown', press);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      clearInterval(timer);
      removeEventListener('pointerdown', press);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [refresh]);

  const isLineBroken = useLive(() => void refresh());
  // A broken line alone does not say whether the shop is there.
  useEffect(() => {
    if (isLineBroken) void refresh();
  }, [isLineBroken, refresh]);
  // A line that is mended again while the last question failed: ask once more.
  useEffect(() => {
    if (!isLineBroken && !isReached) void refresh();
  }, [isLineBroken, isReached, refresh]);

  // A link would put an error in place of the page.
  useEffect(() => {
    if (!isAway) return;
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!link || link.matches('[data-here]')) return;
      event.preventDefault();
      event.stopPropagation();
      void refresh();
    };
    addEventListener('click', stay, { capture: true });
    return () => removeEventListener('click', stay, { capture: true });
  }, [isAway, refresh]);

  return { data, refresh, isAway, isBroken: isLineBroken || !isReached };
}
