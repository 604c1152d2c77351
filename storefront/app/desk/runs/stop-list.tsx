import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Form, useFetcher } from 'react-router';
import type { Run, RunStop } from '#contract/runs.ts';
import { markOf, StageMark } from './stage-mark.tsx';

const moveTo = <T,>(list: T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, ...list.slice(from, from + 1));
};

/**
 * The stops of a run, in an order that is changed by dragging a handle, or on it by keyboard: Space takes a stop up, arrows
 * move it, Space puts it down, Escape leaves it where it was. Without scripts each stop has a button.
 */
export function StopList({ run }: { run: Run }) {
  const [stops, setStops] = useState(run.stops);
  const [held, setHeld] = useState<number>();
  const [told, setTold] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const { submit } = useFetcher();

  const drop = (sorted: RunStop[]) => {
    setHeld(undefined);
    const orders = sorted.map(({ order }) => order).join();
    if (orders === run.stops.map(({ order }) => order).join()) return;
    void submit({ do: 'sort', day: run.day, run: run.id, orders }, { method: 'post' });
  };
  const move = (order: number, to: number) => {
    const sorted = moveTo(
      stops,
      stops.findIndex((stop) => stop.order === order),
      to,
    );
    setStops(sorted);
    return sorted;
  };

  const onKey = (event: KeyboardEvent, stop: RunStop, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ') {
      event.preventDefault();
      if (held === stop.order) drop(stops);
      else setHeld(stop.order);
      setTold(
        held === stop.order ? `${stop.name} is stop ${index + 1}.` : `${stop.name}, stop ${index + 1}. Arrows move it.`,
      );
    } else if (step && held === stop.order) {
      event.preventDefault();
      move(stop.order, index + step);
      setTold(`${stop.name}, stop ${Math.max(1, Math.min(stops.length, index + 1 + step))}.`);
    } else if (event.key === 'Escape' && held === stop.order) {
      setStops(run.stops);
      setHeld(undefined);
      setTold('Left where it was.');
    }
  };

  const onDrag = (event: PointerEvent, stop: RunStop) => {
    if (held !== stop.order || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const over = rows.findIndex(({ bottom }) => event.clientY < bottom);
    move(stop.order, over < 0 ? stops.length : over);
  };

  return (
    <>
      <ol ref={list}>
        {stops.map((stop, index) => (
          <li key={stop.order} data-held={held === stop.order || undefined}>
            <button
              type="button"
              className="dl-drag"
              aria-pressed={held === stop.order}
              aria-label={`Move ${stop.name}, stop ${index + 1}`}
              onKeyDown={(event) => onKey(event, stop, index)}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setHeld(stop.order);
              }}
              onPointerMove={(event) => onDrag(event, stop)}
              onPointerUp={() => drop(stops)}
              onPointerCancel={() => {
                setStops(run.stops);
                setHeld(undefined);
              }}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1" />
              </svg>
            </button>
            <span className="soft">{index + 1}</span>
            <b>{stop.district}</b>
            <span className="dl-who">
              <b>{stop.name}</b> <span className="soft">{stop.street}</span>
            </span>
            <StageMark name={markOf(stop.stage, stop.outcome)} />
            <noscript>
              <Form method="post">
                <input type="hidden" name="do" value="sort" />
                <input type="hidden" name="day" value={run.day} />
                <input type="hidden" name="run" value={run.id} />
                <button
                  type="submit"
                  name="orders"
                  className="desk-button plain"
                  value={moveTo(stops, index, index - 1)
                    .map(({ order }) => order)
                    .join()}
                >
                  Earlier
                </button>
              </Form>
            </noscript>
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {told}
      </p>
    </>
  );
}
