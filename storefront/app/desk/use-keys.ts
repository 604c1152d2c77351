import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

const STORED = 'desk-single-keys';
const CHANGED = 'desk-single-keys-changed';

export const areKeysOn = (): boolean => localStorage.getItem(STORED) !== 'off';

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'off');
  dispatchEvent(new Event(CHANGED));
}

/** Whether single keys act; somebody who dictates can switch them off on this device. */
export const useKeysOn = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      addEventListener(CHANGED, onChange);
      return () => removeEventListener(CHANGED, onChange);
    },
    areKeysOn,
    () => true,
  );

const FIELDS = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';
/** On these, space and Enter have a meaning of their own. */
const CONTROLS = 'a, button, input, summary, label';

/** Whether a key may act at all: never inside fields, with Ctrl, Alt or a dialog open. */
export function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !target.closest(FIELDS) && !document.querySelector('dialog[open]');
}

/** Acts on single keys. Never inside fields, with Ctrl, Alt or a dialog open, and not when they are switched off. */
export function useKeys(keys: Record<string, () => unknown>): void {
  const latest = useRef(keys);
  // Both with the page, not after it is painted: what it offers can be pressed as soon as it is there.
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if ((event.key === ' ' || event.key === 'Enter') && target.closest(CONTROLS) && !target.closest('[data-space]'))
        return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const act = latest.current[key];
      if (!act || (event.key.length === 1 && !areKeysOn())) return;
      // A key that has nothing to act on keeps its usual meaning.
      if (act() !== false) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
