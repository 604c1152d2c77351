import { Form } from 'react-router';
import type { Driver, Run } from '#contract/runs.ts';
import { closeMenu, closeOnEscape, showOpened } from './close-menu.ts';
import { UNFOLDED } from './district-tiles.tsx';
import { LeftRun } from './left-run.tsx';
import { runHeading } from './put-on.tsx';
import { Hidden, RunName, RunSheetLink } from './run-parts.tsx';
import { StopList } from './stop-list.tsx';
import { TimeField } from './time-field.tsx';

/** On a phone the presses of a run share its lines. */
const WIDE = 'max-tablet:flex-[1_1_140px]';

type Props = { run: Run; runs: Run[]; drivers: Driver[]; now: string; onSorted: () => Promise<void> };

export function RunSection(props: Props) {
  return props.run.left_at ? <LeftRun {...props} /> : <RunToLeave {...props} />;
}

function RunToLeave({ run, runs, drivers, onSorted }: Props) {
  return (
    <section className="dl-run" aria-labelledby={runHeading(run.id)} data-after={runHeading(run.id)}>
      <header className="flex flex-wrap items-center gap-3 pb-3 border-b border-leaf-900">
        <RunName run={run}>
          leaves <b>{run.leaves_at}</b>
          {whyNot(run)}
        </RunName>
        {run.stops.length > 0 && <RunSheetLink run={run} />}
        <Form method="post" className={`dl-line ${WIDE}`} preventScrollReset>
          <Hidden run={run} act="driver" />
          <label className="max-tablet:w-full">
            <span className="sr-only">Driver of run {run.number}</span>
            <select
              name="driver"
              key={run.driver?.id ?? 0}
              className={`max-tablet:w-full ${run.driver ? '' : 'border-2 border-marigold-ink bg-tint'}`}
              defaultValue={run.driver?.id ?? ''}
              onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
            >
              <option value="">Choose a driver</option>
              {drivers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </Form>
        <Leave run={run} />
      </header>
      <StopList run={run} runs={runs} onSorted={onSorted} />
      <div className="dl-line">
        <Form method="post" preventScrollReset className="dl-line">
          <Hidden run={run} act="time" />
          <TimeField key={run.leaves_at} name="leaves_at" time={run.leaves_at} label={`Run ${run.number} leaves at`} />
          <button type="submit" className="desk-button plain" aria-label={`Change the time of run ${run.number}`}>
            Change
          </button>
        </Form>
        <Remove run={run} />
        {run.stops.length === 0 && <p className="text-soft">No stop yet: press a district.</p>}
      </div>
    </section>
  );
}

/** With stops on it, it is asked for first: there is no way back but to put them on a run one by one. */
function Remove({ run }: { run: Run }) {
  const words = `Remove run ${run.number}`;
  const stops = run.stops.length;
  if (stops === 0)
    return (
      <Form method="post" preventScrollReset>
        <Hidden run={run} act="remove" />
        <button type="submit" className="desk-button plain">
          {words}
        </button>
      </Form>
    );
  return (
    <details className="relative" onKeyDown={closeOnEscape} onToggle={showOpened}>
      <summary className="desk-button plain">{words}</summary>
      <Form method="post" preventScrollReset className={`${UNFOLDED} left-0 mt-1.5`}>
        <Hidden run={run} act="remove" />
        <p>{stops === 1 ? 'Its stop is on no run then.' : `Its ${stops} stops are on no run then.`}</p>
        <button type="submit" className="desk-button">
          {stops === 1 ? 'Remove it and its stop' : `Remove it and its ${stops} stops`}
        </button>
      </Form>
    </details>
  );
}

/** Leaving something behind is asked for; everything else leaves at one press. */
function Leave({ run }: { run: Run }) {
  const untied = run.stops.filter(({ stage }) => stage === 'to tie').length;
  const cannot = !run.driver || untied === run.stops.length;
  if (cannot || untied === 0)
    return (
      <Form method="post" className={WIDE} preventScrollReset>
        <Hidden run={run} act="leave" />
        <LeavesNow run={run} disabled={cannot} />
      </Form>
    );
  return (
    <details className={`relative ${WIDE}`} onKeyDown={closeOnEscape} onToggle={showOpened}>
      <summary className="desk-button max-tablet:w-full" aria-label={`Run ${run.number} leaves now`}>
        <Van />
        Leaves now
      </summary>
      <Form method="post" preventScrollReset className={`${UNFOLDED} right-0 mt-1.5`} onSubmit={closeMenu}>
        <Hidden run={run} act="leave" />
        <input type="hidden" name="without" value="yes" />
        <p>
          {untied} of {run.stops.length} are not tied yet.
        </p>
        <button type="submit" className="desk-button">
          Leave without {untied}
        </button>
      </Form>
    </details>
  );
}

/** The run is in its name: there is one button for each. */
const LeavesNow = ({ run, disabled }: { run: Run; disabled: boolean }) => (
  <button
    type="submit"
    className="desk-button max-tablet:w-full"
    disabled={disabled}
    aria-label={`Run ${run.number} leaves now`}
  >
    <Van />
    Leaves now
  </button>
);

const Van = () => (
  <svg
    className="flex-none w-4.5 fill-none stroke-current stroke-[1.75] [stroke-linejoin:round]"
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8z" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17.5" cy="17.5" r="2" />
  </svg>
);

/** Why the button beside it cannot be pressed yet; that there is no driver is seen. */
const whyNot = ({ driver, stops }: Run): string =>
  driver && stops.length > 0 && stops.every(({ stage }) => stage === 'to tie') ? ' · nothing tied yet' : '';
