import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Run } from '#contract/runs.ts';
import { lookOf } from './district-tiles.tsx';
import { runHeading } from './put-on.tsx';

/** `E8 E9 · 9 stops`. */
const describeStops = ({ stops }: Run): string => {
  const districts = [...new Set(stops.map(({ district }) => district).filter(Boolean))].join(' ');
  return [districts, stops.length === 1 ? '1 stop' : `${stops.length} stops`].filter(Boolean).join(' · ');
};

export function Hidden({ run, act }: { run: Run; act: string }) {
  return (
    <>
      <input type="hidden" name="do" value={act} />
      <input type="hidden" name="day" value={run.day} />
      <input type="hidden" name="run" value={run.id} />
    </>
  );
}

/** Its number in the colour of its districts, its name, and what there is to know of it. */
export function RunName({ run, children }: { run: Run; children: ReactNode }) {
  return (
    <>
      <i
        className={`size-9 flex-none grid place-items-center rounded-soft text-[1.0625rem]/[1] font-bold ${lookOf(run.number)}`}
        aria-hidden="true"
      >
        {run.number}
      </i>
      <div className="flex-1 min-w-47.5">
        <h2 className="font-serif text-slip" id={runHeading(run.id)} tabIndex={-1}>
          Run {run.number}
        </h2>
        <p className="text-soft">
          {describeStops(run)} · {children}
        </p>
      </div>
    </>
  );
}

export const RunSheetLink = ({ run }: { run: Run }) => (
  <Link
    className="desk-button plain"
    to={`/desk/print/run?run=${run.id}`}
    aria-label={`Run sheet of run ${run.number}`}
  >
    Run sheet
  </Link>
);

/** One for each stop: done, not delivered, next, to come. */
export function Pips({ run }: { run: { stops: Pick<Run['stops'][number], 'order' | 'stage'>[] } }) {
  const next = run.stops.find(({ stage }) => stage === 'out' || stage === 'tied')?.order;
  const done = run.stops.filter(({ stage }) => stage === 'delivered').length;
  return (
    <span className="pips" role="img" aria-label={`${done} of ${run.stops.length} done`}>
      {run.stops.map(({ order, stage }) => (
        <i key={order} data-stage={order === next ? 'next' : stage} />
      ))}
    </span>
  );
}
