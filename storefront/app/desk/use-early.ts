import { type RefObject, useEffect } from 'react';

/**
 * Reads what was typed, ticked or chosen in a form before its scripts were there. Hydration leaves it on the screen, but the first
 * render after it writes into every field what the state says: without this a choice made on a slow line is gone.
 */
export function useEarly(form: RefObject<HTMLFormElement | null>, read: (chosen: FormData) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page begins to listen
  useEffect(() => {
    if (form.current) read(new FormData(form.current));
  }, []);
}
