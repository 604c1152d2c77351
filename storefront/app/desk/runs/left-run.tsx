import { Form, Link } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import type { Run } from '#contract/runs.ts';
import { secondsHeld, useShopTime } from '../use-shop-time.ts';
import { PutOn, runHeading } from './put-on.tsx';
import { Hidden, Pips, RunName, RunSheetLink } from './run-parts.tsx';
import { markOf, StageMark } from './stage-mark.tsx';

/** A run that is on the road. */
export function LeftRun({ run, runs, now }: { run: Run; runs: Run[]; now: string }) {
  const visited = run.stops.filter(({ stage }) => stage === 'delivered' || stage === 'not delivered').length;
  const returned = run.stops.filter(({ stage }) => stage === 'not delivered');
  return (
    <section className="dl-run" aria-labelledby={runHeading(run.id)} data-after={runHeading(run.id)}>
      <header className="flex flex-wrap items-center gap-3 pb-3 border-b border-leaf-900">
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
      <div className="my-3">
        <Pips run={run} />
      </div>
      {returned.map((stop) => (
        <div key={stop.order} className="dl-line">
          <StageMark name={markOf(stop.stage, stop.outcome)} />
          <span>
            {stop.name}, {stop.district}, {stop.pressed_at && londonTime(stop.pressed_at)}. Order {stop.order}
          </span>
          {stop.not_to_send ? (
            <p className="text-soft">{stop.not_to_send}</p>
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
    <Form method="post" className="max-tablet:flex-[1_1_140px]" preventScrollReset>
      <Hidden run={run} act="take back" />
      <button
        type="submit"
        className="desk-button line max-tablet:w-full"
        aria-label={`Take back: run ${run.number} has not left`}
      >
        Take back
      </button>
    </Form>
  );
}
