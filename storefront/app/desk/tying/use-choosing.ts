import { useCallback, useState } from 'react';
import type { SheetTicket } from '#contract/desk.ts';

/** Which tickets are chosen, for one press to do with all of them. Shift extends from the last one. */
export function useChoosing(tickets: SheetTicket[], isOnAtFirst: boolean) {
  const [isOn, setOn] = useState(isOnAtFirst);
  const [chosen, setChosen] = useState<ReadonlyMap<number, SheetTicket['stage']>>(new Map());
  const [last, setLast] = useState<number>();
  const ids = tickets.filter(({ stage }) => stage === 'to tie').map(({ id }) => id);

  const stageOf = (id: number) => tickets.find((ticket) => ticket.id === id)?.stage ?? 'to tie';

  const choose = (id: number, isChosen: boolean, extend: boolean) => {
    const [from, to] = [ids.indexOf(last ?? id), ids.indexOf(id)].toSorted((left, right) => left - right);
    const range = extend && from !== undefined && from >= 0 ? ids.slice(from, (to ?? from) + 1) : [id];
    setChosen((before) => {
      const after = new Map(before);
      for (const each of range) if (isChosen) after.set(each, stageOf(each));
      for (const each of range) if (!isChosen) after.delete(each);
      return after;
    });
    setLast(id);
  };
  const start = useCallback(() => setOn(true), []);
  const stop = useCallback(() => {
    setOn(false);
    setChosen(new Map());
  }, []);
  return {
    isOn,
    // What somebody else has moved on meanwhile is no longer chosen.
    chosen: new Set(tickets.filter(({ id, stage }) => chosen.get(id) === stage).map(({ id }) => id)),
    choose,
    toggle(id: number) {
      setOn(true);
      choose(id, !chosen.has(id), false);
    },
    /** All that are still to tie of the run of this one. */
    chooseRun(id: number) {
      const one = tickets.find((ticket) => ticket.id === id);
      const run = tickets.filter(
        ({ stage, run, by_carrier }) => stage === 'to tie' && run === one?.run && by_carrier === one.by_carrier,
      );
      setOn(true);
      setChosen((before) => new Map([...before, ...run.map(({ id, stage }) => [id, stage] as const)]));
    },
    start,
    stop,
  };
}
