import { useEffect, useState } from 'react';

/** Moves the focus to an element that may not be rendered yet. */
export function useFocusWhenShown(): (selector: string) => void {
  const [awaited, setAwaited] = useState<string>();
  useEffect(() => {
    const element = awaited && document.querySelector<HTMLElement>(awaited);
    if (!element) return;
    element.focus();
    setAwaited(undefined);
  });
  return setAwaited;
}
