import { useEffect, useLayoutEffect, useRef } from 'react';

declare global {
  interface Window {
    /** A button pressed before hydration; undefined after it. See defer-scripts.ts. */
    earlyPress?: HTMLElement | null;
  }
}

/**
 * Presses again what was pressed before the page listened; from now on forms are sent as they are. What was pressed is taken over as
 * soon as the page listens, in the layout effect: a click between the two effects would count twice.
 */
export function usePressEarly(): void {
  const pressed = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    // A click that is on its way right now reaches the page by itself.
    if (window.event?.type !== 'click') pressed.current = window.earlyPress ?? null;
    window.earlyPress = undefined;
  }, []);
  useEffect(() => {
    // In a task of its own: within an effect React cannot hydrate the part of the page that the button is in.
    setTimeout(() => pressed.current?.isConnected && pressed.current.click());
  }, []);
}
