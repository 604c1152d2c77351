import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import type { Driver, Run } from '#contract/runs.ts';
import { secondsHeld, useShopTime } from '../use-shop-time.ts';
import { closeMenu, closeOnEscape, showOpened } from './close-menu.ts';
import { lookOf } from './district-tiles.tsx';
import { PutOn, runHeading } from './put-on.tsx';
import { markOf, StageMark } from './stage-mark.tsx';
import { StopList } from './stop-list.tsx';
import { TimeField } from './time-field.tsx';

type Props = { run: Run; runs: Run[]; drivers: Driver[]; now: string; onSorted: () => Promise<void> };

export function RunSection(props: Props) {
  return props.run.left_at ? <LeftRun {...props} /> : <RunToLeave {...props} />;
}

/** `E8 E9 · 9 stops`. */
const describeStops = ({ stops }: Run): string => {
  const districts = [...new Set(stops.map(({ district }) => district).filter(Boolean))].join(' ');
  return [districts, stops.length === 1 ? '1 stop' : `${stops.length} stops`].filter(Boolean).join(' · ');
};

function Hidden({ run, act }: { run: Run; act: string }) {
  return (
    <>
      <input type="hidden" name="do" value={act} />
      <input type="hidden" name="day" value={run.day} />
      <input type="hidden" name="run" value={run.id} />
    </>
  );
}

/** Its number in the colour of its districts, its name, and what there is to know of it. */
function RunName({ run, children }: { run: Run; children: ReactNode }) {
  return (
    <>
      <i className={`dl-number ${lookOf(run.number)}`} aria-hidden="true">
        {run.number}
      </i>
      <div>
        <h2 id={runHeading(run.id)} tabIndex={-1}>
          Run {run.number}
        </h2>
        <p className="soft">
          {describeStops(run)} · {children}
        </p>
      </div>
    </>
  );
}

function RunToLeave({ run, runs, drivers, onSorted }: Props) {
  return (
    <section className="dl-run" aria-labelledby={runHeading(run.id)} data-after={runHeading(run.id)}>
      <header>
        <RunName run={run}>
          leaves <b>{run.leaves_at}</b>
          {whyNot(run)}
        </RunName>
        {run.stops.length > 0 && <RunSheetLink run={run} />}
        <Form method="post" className="dl-line" preventScrollReset>
          <Hidden run={run} act="driver" />
          <label>
            <span className="sr-only">Driver of run {run.number}</span>
            <select
              name="driver"
              key={run.driver?.id ?? 0}
              className={run.driver ? undefined : 'warn'}
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
          <noscript>
            <button type="submit" className="desk-button line">
              Give
            </button>
          </noscript>
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
        {run.stops.length === 0 && <p className="soft">No stop yet: press a district.</p>}
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
    <details className="dl-ask start relative" onKeyDown={closeOnEscape} onToggle={showOpened}>
      <summary className="desk-button plain">{words}</summary>
      <Form method="post" preventScrollReset className="dl-menu">
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
      <Form method="post" preventScrollReset>
        <Hidden run={run} act="leave" />
        <LeavesNow run={run} disabled={cannot} />
      </Form>
    );
  return (
    <details className="dl-ask relative" onKeyDown={closeOnEscape} onToggle={showOpened}>
      <summary className="desk-button" aria-label={`Run ${run.number} leaves now`}>
        <Van />
        Leaves now
      </summary>
      <Form method="post" preventScrollReset className="dl-menu" onSubmit={closeMenu}>
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
  <button type="submit" className="desk-button" disabled={disabled} aria-label={`Run ${run.number} leaves now`}>
    <Van />
    Leaves now
  </button>
);

const Van = () => (
  <svg className="dl-van" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8z" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17.5" cy="17.5" r="2" />
  </svg>
);

/** Why the button beside it cannot be pressed yet; that there is no driver is seen. */
const whyNot = ({ driver, stops }: Run): string =>
  driver && stops.length > 0 && stops.every(({ stage }) => stage === 'to tie') ? ' · nothing tied yet' : '';

const RunSheetLink = ({ run }: { run: Run }) => (
  <Link
    className="desk-button plain"
    to={`/desk/print/run?run=${run.id}`}
    aria-label={`Run sheet of run ${run.number}`}
  >
    Run sheet
  </Link>
);

function LeftRun({ run, runs, now }: Props) {
  const visited = run.stops.filter(({ stage }) => stage === 'delivered' || stage === 'not delivered').length;
  const returned = run.stops.filter(({ stage }) => stage === 'not delivered');
  return (
    <section className="dl-run" aria-labelledby={runHeading(run.id)} data-after={runHeading(run.id)}>
      <header>
        <RunName run={run}>
          left {run.left_at && londonTime(run.left_at)}
          {run.driver && ` with ${run.driver.name}`}
        </RunName>
        <span className="inline-flex gap-2">
          <StageMark name="out" hidden />
          <b>
            {visited} of {run.stops.length} visited
          </b>
        </span>
        <TakeBack run={run} now={now} />
        <RunSheetLink run={run} />
        <Link className="desk-button plain" to={`/desk/driver?run=${run.id}`} reloadDocument>
          See the run
        </Link>
      </header>
      <Pips run={run} />
      {returned.map((stop) => (
        <div key={stop.order} className="dl-line">
          <StageMark name={markOf(stop.stage, stop.outcome)} />
          <span>
            {stop.name}, {stop.district}, {stop.pressed_at && londonTime(stop.pressed_at)}. Order {stop.order}
          </span>
          {stop.not_to_send ? (
            <p className="soft">{stop.not_to_send}</p>
          ) : (
            <PutOn day={run.day} runs={runs} orders={[stop.order]} />
          )}
        </div>
      ))}
    </section>
  );
}

/** Until its letters leave, a minute after it, by the shop's clock. */
function TakeBack({ run, now }: { run: Run; now: string }) {
  const at = useShopTime(now, 1_000);
  if (secondsHeld(run.left_at, at) <= 0) return null;
  return (
    <Form method="post" preventScrollReset>
      <Hidden run={run} act="take back" />
      <button type="submit" className="desk-button line" aria-label={`Take back: run ${run.number} has not left`}>
        Take back
      </button>
    </Form>
  );
}

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
