import { Link } from 'react-router';
import type { SheetRun, SheetTicket } from '#contract/desk.ts';
import { VanIcon } from '../icons.tsx';
import { Menu } from '../menu.tsx';
import { leavingId } from './leaving-runs.tsx';

export type LeaveProps = {
  run: SheetRun;
  /** All that is on the run, in every stage. */
  tickets: SheetTicket[];
  onLeave: (run: SheetRun, isWithout: boolean) => void;
};

/** The van leaves at one press. Leaving something behind is asked for first. */
export function LeaveButton({ run, tickets, onLeave }: LeaveProps) {
  const untied = tickets.filter(({ stage }) => stage === 'to tie').length;
  if (run.left_at !== null || untied === tickets.length) return null;
  const words = (
    <>
      <VanIcon /> Run {run.number} leaves
    </>
  );
  if (run.driver === null)
    return (
      <div className="desk-leave">
        <button type="button" className="desk-button line" disabled aria-describedby={`no-driver-${run.id}`}>
          {words}
        </button>
        <p className="text-soft" id={`no-driver-${run.id}`}>
          It has no driver yet.{' '}
          <Link
            className="text-leaf-700 font-semibold underline decoration-marigold decoration-2 underline-offset-4"
            to="/desk/deliveries"
          >
            Deliveries
          </Link>
        </p>
      </div>
    );
  const leave = (isWithout: boolean) => ({
    type: 'submit' as const,
    name: isWithout ? 'leave-without' : 'leave',
    value: run.id,
    onClick: (event: React.MouseEvent) => {
      event.preventDefault();
      onLeave(run, isWithout);
    },
  });
  if (untied === 0)
    return (
      <div className="desk-leave" data-after={leavingId(run.id)}>
        <button className="desk-button line" {...leave(false)}>
          {words}
        </button>
      </div>
    );
  return (
    <div className="desk-leave" data-after={leavingId(run.id)}>
      <Menu look="desk-button line" words={words}>
        <p>
          {untied} of {tickets.length} {untied === 1 ? 'is' : 'are'} not tied yet.
        </p>
        <button className="desk-button" {...leave(true)}>
          Leave without {untied}
        </button>
      </Menu>
    </div>
  );
}
