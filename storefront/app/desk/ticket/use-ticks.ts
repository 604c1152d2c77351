import { useEffect, useState } from 'react';

/** Which stems of a line are ticked, on this device only; gone with the tab. */
export function useTicks(lineId: number) {
  const key = `desk-ticks-${lineId}`;
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    try {
      setTicks(new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[]));
    } catch {
      setTicks(new Set());
    }
  }, [key]);
  const save = (next: Set<string>) => {
    setTicks(next);
    sessionStorage.setItem(key, JSON.stringify([...next]));
  };
  return {
    ticks,
    toggle(flower: string) {
      const next = new Set(ticks);
      if (!next.delete(flower)) next.add(flower);
      save(next);
    },
    clear: () => save(new Set()),
  };
}
