import { Link } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import type { SheetRun, Today } from '#contract/desk.ts';
import { StageShape } from '../stage-shape.tsx';
import { leavingId } from './leaving-runs.tsx';
import { isLateRun, laterTime } from './run-words.ts';

type Props = {
  sheet: Pick<Today, 'day' | 'today' | 'now' | 'runs' | 'tickets'>;
  onLeave: (run: SheetRun, isWithout: boolean) => void;
  onTime: (run: SheetRun, time: string) => void;
};

/** A run that should have left says so once, with the two things one can do about it. Its tickets stay tickets. */
export function LateRuns({ sheet, onLeave, onTime }: Props) {
  const time = londonTime(new Date(sheet.now));
  return sheet.runs
    .filter((run) => isLateRun(run, sheet))
    .map((run) => {
      const on = sheet.tickets.filter((ticket) => ticket.run === run.id);
      const untied = on.filter(({ stage }) => stage === 'to tie').length;
      const tied = on.filter(({ stage }) => stage === 'tied').length;
      const later = laterTime(run.leaves_at, time);
      const leave = untied === 0 ? 'leave' : 'leave-without';
      return (
        <section
          key={run.id}
          className="[&>svg]:size-7.5 grid grid-cols-[30px_minmax(0,1fr)_auto] gap-y-1.5 gap-x-3.5 items-center mb-3 pr-2 pl-4 py-1.5 border-[1.5px] border-error rounded-soft bg-lift max-bench:grid-cols-[30px_minmax(0,1fr)]"
          aria-label={`Run ${run.number} is late`}
        >
          <StageShape of="trouble" />
          <p>
            <b className="block text-error text-[1.1875rem]/[1.3] font-semibold">
              Run {run.number} should have left at {run.leaves_at}.{' '}
              <span className="whitespace-nowrap">{untied === 0 ? 'All is tied.' : `${untied} to tie.`}</span>
            </b>
            <span className="text-soft text-small">
              {tied === 0 ? 'None is' : tied === 1 ? '1 is' : `${tied} are`} tied. Nobody has been told yet.{' '}
              {run.driver === null && (
                <>
                  It has no driver yet: <Link to="/desk/deliveries">Deliveries</Link>
                </>
              )}
            </span>
          </p>
          <div className="desk-acts flex-nowrap w-auto max-bench:flex-wrap max-bench:col-span-full max-bench:pt-0 max-bench:pb-1.5 max-bench:pr-2 max-bench:pl-0">
            {later && (
              <button
                type="submit"
                className="desk-button line min-h-16 px-4.5 max-bench:flex-[1_1_44%]"
                name="leaves-at"
                data-next="leaves-at"
                value={`${run.id} ${later}`}
                onClick={(event) => {
                  event.preventDefault();
                  onTime(run, later);
                }}
              >
                Leaves at {later}
              </button>
            )}
            {run.driver !== null && tied > 0 && (
              <button
                type="submit"
                className="desk-button line min-h-16 px-4.5 max-bench:flex-[1_1_44%]"
                name={leave}
                value={run.id}
                data-after={leavingId(run.id)}
                onClick={(event) => {
                  event.preventDefault();
                  onLeave(run, untied > 0);
                }}
              >
                {untied === 0 ? `Run ${run.number} leaves` : `Leave without ${untied}`}
              </button>
            )}
          </div>
        </section>
      );
    });
}
