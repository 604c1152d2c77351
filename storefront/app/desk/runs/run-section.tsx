import { Form, Link } from 'react-router';
import type { Driver, Run } from '#contract/runs.ts';
import { lookOf } from './district-tiles.tsx';
import { formatTime } from './format-time.ts';
import { PutOn } from './put-on.tsx';
import { markOf, StageMark } from './stage-mark.tsx';
import { StopList } from './stop-list.tsx';

type Props = { run: Run; runs: Run[]; drivers: Driver[] };

export function RunSection(props: Props) {
  return props.run.left_at ? <LeftRun {...props} /> : <RunToLeave {...props} />;
}

const districtsOf = ({ stops }: Run) => [...new Set(stops.map(({ district }) => district).filter(Boolean))].join(' ');
const stopsOf = ({ stops }: Run) => (stops.length === 1 ? '1 stop' : `${stops.length} stops`);

function Hidden({ run, act }: { run: Run; act: string }) {
  return (
    <>
      <input type="hidden" name="do" value={act} />
      <input type="hidden" name="day" value={run.day} />
      <input type="hidden" name="run" value={run.id} />
    </>
  );
}

function RunToLeave({ run, drivers }: Props) {
  return (
    <section className="dl-run" aria-labelledby={`run-${run.id}`}>
      <header>
        <i className={`dl-number ${lookOf(run.number)}`} aria-hidden="true">
          {run.number}
        </i>
        <div>
          <h2 id={`run-${run.id}`}>Run {run.number}</h2>
          <p className="soft">
            {districtsOf(run)} · {stopsOf(run)} · leaves <b>{run.leaves_at}</b>
          </p>
        </div>
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
      <StopList key={run.stops.map(({ order }) => order).join()} run={run} />
      {run.stops.length === 0 && (
        <Form method="post" preventScrollReset className="dl-line">
          <Hidden run={run} act="remove" />
          <p className="soft">No stop yet: press a district.</p>
          <button type="submit" className="desk-button plain">
            Remove run {run.number}
          </button>
        </Form>
      )}
    </section>
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
        <button type="submit" className="desk-button" disabled={cannot} title={cannot ? whyNot(run) : undefined}>
          Run {run.number} leaves
        </button>
      </Form>
    );
  return (
    <details className="dl-ask">
      <summary className="desk-button">Run {run.number} leaves</summary>
      <Form method="post" preventScrollReset className="dl-menu">
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

const whyNot = ({ driver }: Run) => (driver ? 'Nothing on it is tied yet.' : 'It has no driver yet.');

function LeftRun({ run, runs }: Props) {
  const visited = run.stops.filter(({ stage }) => stage === 'delivered' || stage === 'not delivered').length;
  const returned = run.stops.filter(({ stage }) => stage === 'not delivered');
  return (
    <section className="dl-run" aria-labelledby={`run-${run.id}`}>
      <header>
        <i className={`dl-number ${lookOf(run.number)}`} aria-hidden="true">
          {run.number}
        </i>
        <div>
          <h2 id={`run-${run.id}`}>Run {run.number}</h2>
          <p className="soft">
            {districtsOf(run)} · {stopsOf(run)} · left {formatTime(run.left_at)}
            {run.driver && ` with ${run.driver.name}`}
          </p>
        </div>
        <b>
          {visited} of {run.stops.length} visited
        </b>
        <Link className="desk-button plain" to={`/desk/driver?run=${run.id}`} reloadDocument>
          See the run
        </Link>
      </header>
      <Pips run={run} />
      {returned.map((stop) => (
        <div key={stop.order} className="dl-line">
          <StageMark name={markOf(stop.stage, stop.outcome)} />
          <span>
            {stop.name}, {stop.district}, {formatTime(stop.pressed_at)}. Order {stop.order}
          </span>
          <PutOn day={run.day} runs={runs} orders={[stop.order]} />
        </div>
      ))}
    </section>
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
