import { useLayoutEffect, useRef } from 'react';

/** Keeps the focus on what is drawn as another element when `drawnAs` changes. */
export function useKeptFocus(drawnAs: unknown) {
  const element = useRef<HTMLElement | null>(null);
  const isFocused = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another when this changes
  useLayoutEffect(() => {
    // React hears of no blur when it removes the element that has the focus.
    if (isFocused.current) element.current?.focus();
  }, [drawnAs]);

  return {
    ref: (drawn: HTMLElement | null) => {
      element.current = drawn;
    },
    onFocus: () => {
      isFocused.current = true;
    },
    onBlur: () => {
      isFocused.current = false;
    },
  };
}
