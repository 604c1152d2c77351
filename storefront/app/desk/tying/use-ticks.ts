import { type RefObject, useEffect, useState } from 'react';

/** Which stems of a line are ticked, on this device only; gone with the tab. */
export function useTicks(lineId: number, list: RefObject<HTMLElement | null>) {
  const key = `desk-ticks-${lineId}`;
  const [ticks, setTicks] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    // Before the scripts were there, hydration keeps them on the screen alone.
    const early = [...(list.current?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])].map(
      ({ value }) => value,
    );
    setTicks(new Set([...readTicks(key), ...early]));
  }, [key, list]);
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

function readTicks(key: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}
