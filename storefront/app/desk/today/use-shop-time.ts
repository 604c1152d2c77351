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
