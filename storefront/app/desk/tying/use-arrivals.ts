import { useEffect, useRef, useState } from 'react';
import type { SheetTicket, Today } from '#contract/desk.ts';

/** How long a ticket that came in stands out. */
const NEW_MS = 60_000;

/**
 * What came in while the page is open: tickets of the day before you, which stand out for a minute, and a number for each other
 * day. `onNew` is called once with those of the day.
 */
export function useArrivals({ day, tickets, tiles }: Today, onNew: (tickets: SheetTicket[]) => void) {
  const known = useRef({ day, ids: new Set(tickets.map(({ id }) => id)) });
  const first = useRef(new Map(tiles.map((tile) => [tile.day, tile.orders])));
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef(onNew);
  useEffect(() => {
    latest.current = onNew;
  });

  useEffect(() => {
    for (const tile of tiles) if (!first.current.has(tile.day)) first.current.set(tile.day, tile.orders);
    if (known.current.day !== day) {
      known.current = { day, ids: new Set(tickets.map(({ id }) => id)) };
      first.current.set(day, tiles.find((tile) => tile.day === day)?.orders ?? 0);
      return;
    }
    const came = tickets.filter(({ id, stage, leaves_on }) => {
      const isNew = !known.current.ids.has(id);
      known.current.ids.add(id);
      return isNew && stage === 'to tie' && leaves_on === day;
    });
    if (came.length === 0) return;
    const ids = came.map(({ id }) => id);
    setFresh((before) => new Set([...before, ...ids]));
    latest.current(came);
    setTimeout(() => setFresh((before) => new Set([...before].filter((id) => !ids.includes(id)))), NEW_MS);
  }, [day, tickets, tiles]);

  const arrived = new Map(tiles.map((tile) => [tile.day, tile.orders - (first.current.get(tile.day) ?? tile.orders)]));
  return { fresh, arrived };
}
