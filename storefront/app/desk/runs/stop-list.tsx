import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Run, RunStop } from '#contract/runs.ts';
import { send, toRefusal } from '../send.ts';
import { arrangeStops, moveTo } from './arrange-stops.ts';
import { MoveStop } from './put-on.tsx';
import { markOf, StageMark } from './stage-mark.tsx';
import { StopName } from './stop-name.tsx';

const idsOf = (stops: readonly RunStop[]): number[] => stops.map(({ order }) => order);

type Props = { run: Run; runs: Run[]; onSorted: () => Promise<void> };

/**
 * The stops of a run, in an order that is changed by dragging a handle, or on it by keyboard: Space takes a stop up, arrows
 * move it, Space puts it down, Escape leaves it where it was. What others change
 * meanwhile is shown and does not undo the order that is being made.
 */
export function StopList({ run, runs, onSorted }: Props) {
  // Only while it differs from what the shop has.
  const [wanted, setWanted] = useState<number[]>();
  const [held, setHeld] = useState<number>();
  const [told, setTold] = useState('');
  const [problem, setProblem] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const stops = arrangeStops(run.stops, wanted);
  useKeptFocus(list, held, idsOf(stops).join());
  // The shop has another order than before: that of the last drop, or somebody else's.
  const known = idsOf(run.stops).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of what is known, and nothing else
  useEffect(() => {
    if (held === undefined) setWanted(undefined);
  }, [known]);

  const take = (order: number) => {
    setProblem('');
    setHeld(order);
    setWanted(idsOf(stops));
  };
  const leave = () => {
    setHeld(undefined);
    setWanted(undefined);
  };
  const drop = async () => {
    setHeld(undefined);
    const orders = idsOf(stops);
    if (orders.join() === known) return setWanted(undefined);
    try {
      await send('PUT', `/api/desk/runs/${run.id}/stops/`, { orders });
    } catch (error) {
      setWanted(undefined);
      setProblem(`${toRefusal(error).message} The stops stand as they were.`);
    }
    await onSorted();
  };
  const move = (order: number, to: number) => {
    const from = stops.findIndex((stop) => stop.order === order);
    setWanted(moveTo(idsOf(stops), from, to));
  };

  const onKey = (event: KeyboardEvent, stop: RunStop, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isHeld = held === stop.order;
    if (event.key === ' ') {
      event.preventDefault();
      if (isHeld) void drop();
      else take(stop.order);
      setTold(isHeld ? `${stop.name} is stop ${index + 1}.` : `${stop.name}, stop ${index + 1}. Arrows move it.`);
    } else if (step && isHeld) {
      event.preventDefault();
      move(stop.order, index + step);
      setTold(`${stop.name}, stop ${Math.max(1, Math.min(stops.length, index + 1 + step))}.`);
    } else if (event.key === 'Escape' && isHeld) {
      leave();
      setTold('Left where it was.');
    }
  };

  const drag = useDrag({
    onMove: (order, y) => {
      const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
      const over = rows.findIndex(({ bottom }) => y < bottom);
      move(order, over < 0 ? stops.length : over);
    },
    onDrop: drop,
    onCancel: leave,
  });

  return (
    <>
      {problem && (
        <p className="desk-refused" role="alert">
          {problem}
        </p>
      )}
      <ol ref={list}>
        {stops.map((stop, index) => (
          <li key={stop.order} data-held={held === stop.order || undefined}>
            <button
              type="button"
              className="grid place-items-center w-11 h-11 p-0 border-0 bg-transparent text-mute cursor-grab [touch-action:none]"
              data-order={stop.order}
              aria-pressed={held === stop.order}
              aria-label={`Move ${stop.name}, stop ${index + 1}`}
              onKeyDown={(event) => onKey(event, stop, index)}
              onPointerDown={() => {
                take(stop.order);
                drag(stop.order);
              }}
            >
              <svg
                className="w-5 fill-none stroke-current stroke-[2.4] [stroke-linecap:round]"
                viewBox="0 0 24 24"
                aria-hidden="true"
              >
                <path d="M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1" />
              </svg>
            </button>
            <span className="text-soft whitespace-nowrap">{index + 1}</span>
            <b>{stop.district}</b>
            <StopName stop={stop} />
            <StageMark name={markOf(stop.stage, stop.outcome)} isBrief />
            <MoveStop day={run.day} stop={stop} runs={runs} on={run.id} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  );
}

/** A row that moves in the document loses the focus: the handle that is held has it again. */
function useKeptFocus(list: RefObject<HTMLOListElement | null>, held: number | undefined, sorted: string): void {
  useEffect(() => {
    if (held !== undefined && sorted !== '')
      list.current?.querySelector<HTMLElement>(`[data-order="${held}"]`)?.focus();
  }, [list, held, sorted]);
}

type Drag = { onMove(order: number, y: number): void; onDrop(): Promise<void>; onCancel(): void };

/** Follows a pointer on the whole page until it is lifted: a handle whose row moves in the document would lose it. */
function useDrag(drag: Drag): (order: number) => void {
  const [order, setOrder] = useState<number>();
  const latest = useRef(drag);
  useEffect(() => {
    latest.current = drag;
  });
  useEffect(() => {
    if (order === undefined) return;
    const ended = new AbortController();
    const on = { signal: ended.signal };
    const end = (act: () => void) => {
      setOrder(undefined);
      act();
    };
    addEventListener('pointermove', ({ clientY }) => latest.current.onMove(order, clientY), on);
    addEventListener('pointerup', () => end(() => void latest.current.onDrop()), on);
    addEventListener('pointercancel', () => end(() => latest.current.onCancel()), on);
    return () => ended.abort();
  }, [order]);
  return setOrder;
}
