import { useEffect, useState } from 'react';

/** The shop's clock, which runs on from the page's own moment: a tablet's clock may be wrong. */
export function useShopTime(now: string, tickMs: number): Date {
  const [at, setAt] = useState(() => new Date(now));
  useEffect(() => {
    const began = performance.now();
    const move = () => setAt(new Date(Date.parse(now) + performance.now() - began));
    move();
    const timer = setInterval(move, tickMs);
    return () => clearInterval(timer);
  }, [now, tickMs]);
  return at;
}

/** How long the letters of a run are held after it left, in seconds: until then it can be taken back. */
const HELD_SECONDS = 60;

/** How many of them are left; none or less when it is too late. */
export const secondsHeld = (leftAt: string | null, at: Date): number =>
  leftAt === null ? 0 : HELD_SECONDS - (at.getTime() - Date.parse(leftAt)) / 1_000;
