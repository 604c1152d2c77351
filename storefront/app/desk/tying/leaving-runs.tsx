import { useEffect, useState } from 'react';
import type { SheetRun } from '#contract/desk.ts';
import { StageShape } from '../stage-shape.tsx';
import { secondsHeld, useShopTime } from '../use-shop-time.ts';

type Props = { runs: SheetRun[]; now: string; onTakeBack: (run: SheetRun) => void };

/** Where the focus goes on once a run has left. */
export const leavingId = (run: number): string => `leaving-${run}`;

/** Runs that left within the last minute: until their letters leave, one press brings all of it back. On every open desk. */
export function LeavingRuns({ runs, now, onTakeBack }: Props) {
  const at = useShopTime(now, 1_000);
  return runs.map((run) => {
    const left = secondsHeld(run.left_at, at);
    if (left <= 0) return null;
    return (
      <section
        key={run.id}
        id={leavingId(run.id)}
        tabIndex={-1}
        className="flex flex-wrap gap-y-1.5 gap-x-3.5 items-center mb-3 pr-2 pl-4 py-1.5 rounded-soft bg-sage"
        aria-label={`Run ${run.number} has left`}
      >
        <StageShape of="out" />
        <p className="flex-[1_1_200px]">
          <b>Run {run.number} has left.</b> <Seconds left={Math.ceil(left)} />
        </p>
        <button
          type="submit"
          className="desk-button line min-h-16"
          name="take-back-run"
          value={run.id}
          onClick={(event) => {
            event.preventDefault();
            onTakeBack(run);
          }}
        >
          Take back
        </button>
      </section>
    );
  });
}

/** Rendered without scripts it would stand still: then it is said without a number. */
function Seconds({ left }: { left: number }) {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  return <span>{isAwake ? `Its letters leave in ${left} s.` : 'Its letters leave a minute after it.'}</span>;
}
