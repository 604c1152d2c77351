import { type ClientActionFunctionArgs, Form, redirectDocument } from 'react-router';
import { formatDay, londonTime } from '#contract/delivery.ts';
import type { DriverRun, DriverStop, MyRuns } from '#contract/driver-runs.ts';
import { withQuery } from '../../api/with-query.ts';
import { pressOn, readPage, showPage, titled, type ViewProps } from '../desk-page.tsx';
import { useOutbox } from '../outbox/use-outbox.ts';
import { send } from '../send.ts';
import { DriverFrame, withPresses } from './driver-frame.tsx';
import { markOf, StageMark } from './stage-mark.tsx';
import { type Presses, STOP_PRESSES } from './stop-presses.ts';
import { useDriverWorker } from './use-driver-worker.ts';

/** The driver's own runs of today, or one run for those who plan them. */
export const loader = readPage((api, _params, search) => {
  return api.get(withQuery('/api/desk/my-runs/', { run: search.get('run') || undefined }));
});

const leave = pressOn(async (form) => {
  await send('POST', `/api/desk/runs/${String(form.get('run'))}/leave/`, {
    without: form.get('without') === 'yes',
  });
  return '/desk/driver';
});

/** What follows is loaded as a document: the phone keeps it as it is then. */
export async function clientAction(pressed: ClientActionFunctionArgs) {
  const outcome = await leave(pressed);
  return outcome instanceof Response ? redirectDocument('/desk/driver') : outcome;
}

export const meta = titled('Your run');

export default showPage<typeof loader>(({ data, me, refused }) => (
  <DriverRunView data={data} me={me} refused={refused} />
));
function DriverRunView({ data: { day, runs }, me, refused }: ViewProps<MyRuns>) {
  const presses = useOutbox(STOP_PRESSES, me);
  const shown = runs.map((run) => withPresses(run, presses));
  // The first that is under way, or else the next.
  const run = shown.find((one) => one.left_at && findNext(one)) ?? shown.find((one) => !one.left_at) ?? shown.at(-1);
  useDriverWorker(
    day,
    runs.flatMap(({ stops }) => stops.map(({ order }) => `/desk/driver/${order}`)),
  );
  return (
    <DriverFrame run={run ?? null} presses={presses}>
      <div className="dv-list">
        <h1 className="px-5 mt-3 font-sans text-[1.625rem]/[1.2] font-semibold tracking-[-0.01em]">{formatDay(day)}</h1>
        {refused && (
          <p className="desk-refused" role="alert">
            {Object.values(refused).flat().join(' ')}
          </p>
        )}
        {shown.length === 0 && <p className="py-0 px-5">No run is yours today. Ask at the bench.</p>}
        {shown.map((one) => (
          <section key={one.id} aria-labelledby={`run-${one.id}`}>
            <h2 className="py-0 px-5 mt-3 mb-1.5 mx-0 text-[1.0625rem]/[1.3] font-semibold" id={`run-${one.id}`}>
              Run {one.number}, {one.left_at ? `left ${londonTime(one.left_at)}` : `leaves ${one.leaves_at}`}
            </h2>
            <Stops run={one} presses={presses} />
          </section>
        ))}
        <div className="h-57.5" />
      </div>
      {run && <Action run={run} />}
    </DriverFrame>
  );
}

const findNext = ({ stops }: DriverRun) => stops.find(({ stage }) => stage === 'out' || stage === 'tied');

function Stops({ run, presses }: { run: DriverRun; presses: Presses }) {
  const next = run.left_at ? findNext(run) : undefined;
  return (
    <ol>
      {run.stops.map((stop, index) => (
        <li
          className="border-b border-line data-now:bg-sage data-now:shadow-[inset_5px_0_0_var(--color-marigold)]"
          key={stop.order}
          data-now={stop === next || undefined}
        >
          <a
            className="grid grid-cols-[34px_minmax(0,1fr)_auto] gap-3 items-center min-h-19 py-2.5 px-5 text-inherit leading-[1.3] no-underline"
            href={`/desk/driver/${stop.order}`}
          >
            <span className="[&_svg]:size-6.5 text-[1.375rem]/[1] font-semibold">
              <Mark stop={stop} index={index} presses={presses} />
            </span>
            <span>
              <b className="font-semibold text-[1.125rem]">{stop.name}</b>
              <span className="text-soft">{stop.address.slice(0, -1).join(', ')}</span>
              {stop.outcome === 'neighbour' && <span>With a neighbour: {stop.taken_by}</span>}
              {stop.stage === 'not delivered' && <span>Nobody in</span>}
              {stop.not_to_send && <span>{stop.not_to_send}</span>}
              {stop.stage === 'to tie' && <span className="text-soft">Not tied yet</span>}
            </span>
            <span className="text-right">
              <b className="font-semibold text-[1.125rem]">{stop.district}</b>
              <span className="text-soft">{stop.pressed_at && londonTime(stop.pressed_at)}</span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function Mark({ stop, index, presses }: { stop: DriverStop; index: number; presses: Presses }) {
  const isKept = presses.kept.some(({ order, isSent, refused }) => order === stop.order && !isSent && !refused);
  if (isKept) return <StageMark name="kept" hidden />;
  if (stop.stage !== 'delivered' && stop.stage !== 'not delivered') return index + 1;
  return <StageMark name={markOf(stop.stage, stop.outcome)} hidden />;
}

/** The one big button: the run leaves, or the next stop. */
function Action({ run }: { run: DriverRun }) {
  const next = findNext(run);
  const untied = run.stops.filter(({ stage }) => stage === 'to tie').length;
  if (run.left_at && next)
    return (
      <div className="dv-acts">
        <a className="desk-button huge" href={`/desk/driver/${next.order}`}>
          Stop {run.stops.indexOf(next) + 1}, {next.name}
        </a>
      </div>
    );
  if (run.left_at) return null;
  return (
    <Form method="post" className="dv-acts">
      <input type="hidden" name="run" value={run.id} />
      {untied > 0 && <input type="hidden" name="without" value="yes" />}
      <button type="submit" className="desk-button huge" disabled={untied === run.stops.length}>
        {untied > 0 && untied < run.stops.length ? `Leave without ${untied}` : `Run ${run.number} leaves`}
      </button>
    </Form>
  );
}
