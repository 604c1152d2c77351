import { Form, Link } from 'react-router';
import { addDays, formatDay } from '#contract/delivery.ts';
import type { Deliveries, Run, RunStop } from '#contract/runs.ts';
import { withQuery } from '../../api/with-query.ts';
import { pressOn, readPage, showPage, titled, type ViewProps } from '../desk-page.tsx';
import { LineBroken } from '../line-broken.tsx';
import { send } from '../send.ts';
import { useFresh } from '../use-fresh.ts';
import { DistrictTiles } from './district-tiles.tsx';
import { Parcels } from './parcels.tsx';
import { MoveStop, PutOn } from './put-on.tsx';
import { RunSection } from './run-section.tsx';
import { StageMark } from './stage-mark.tsx';
import { StopName } from './stop-name.tsx';
import { TimeField } from './time-field.tsx';
import { useFormsInTurn } from './use-forms-in-turn.ts';
import { useRemoval } from './use-removal.ts';

const deliveriesPath = (day: string | null) => withQuery('/api/desk/deliveries/', { day: day || undefined });

/** Runs of a day, and what goes by carrier. */
export const loader = readPage((api, _params, search) => api.get(deliveriesPath(search.get('day'))));

export const clientAction = pressOn(async (form) => {
  const text = (name: string) => String(form.get(name) ?? '');
  await ACTS[text('do')]?.(text);
  return `/desk/deliveries?${new URLSearchParams({ day: text('day') })}`;
});

export const meta = titled('Deliveries');

export default showPage<typeof loader>(DeliveriesView);

type Read = (name: string) => string;
const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);

/** What each form of the page does. */
const ACTS: Record<string, (text: Read) => Promise<unknown>> = {
  'make run': (text) =>
    send('POST', '/api/desk/runs/', {
      day: text('day'),
      number: Number(text('number')),
      leaves_at: text('leaves_at'),
    }),
  driver: (text) =>
    send('PATCH', `/api/desk/runs/${text('run')}/`, { driver: text('driver') ? Number(text('driver')) : null }),
  put: (text) =>
    send('POST', `/api/desk/runs/${text('run')}/stops/`, {
      orders: numbers(text('orders')),
      districts: text('districts').split(',').filter(Boolean),
    }),
  sort: (text) => send('PUT', `/api/desk/runs/${text('run')}/stops/`, { orders: numbers(text('orders')) }),
  leave: (text) => send('POST', `/api/desk/runs/${text('run')}/leave/`, { without: text('without') === 'yes' }),
  'take back': (text) => send('POST', `/api/desk/runs/${text('run')}/take-back/`),
  time: (text) => send('PATCH', `/api/desk/runs/${text('run')}/`, { leaves_at: text('leaves_at') }),
  remove: (text) => send('DELETE', `/api/desk/runs/${text('run')}/`),
  parcel: (text) => send('PATCH', `/api/desk/parcels/${text('order')}/`, { carrier_number: text('carrier_number') }),
  collected: (text) => send('POST', '/api/desk/parcels/collected/', { day: text('day') }),
  delivered: (text) => send('POST', `/api/desk/stops/${text('order')}/outcome/`, { outcome: 'handed over' }),
};

function DeliveriesView({ data: loaded, refused }: ViewProps<Deliveries>) {
  const { data, refresh, isBroken } = useFresh(deliveriesPath(loaded.day), loaded);
  useFormsInTurn();
  const followRemoval = useRemoval(data.runs);
  const { day, runs, without_run: loose, parcels } = data;
  return (
    <section className="desk-page deliveries" onSubmit={followRemoval}>
      <LineBroken isBroken={isBroken} />
      <div className="desk-top">
        <div>
          <h1 id="deliveries" tabIndex={-1}>
            Deliveries, {formatDay(day)}
          </h1>
          <p className="text-soft">{summarise(data)}</p>
          <nav className="flex gap-5" aria-label="Days">
            <Link
              className="inline-flex items-center min-h-11 text-inherit decoration-marigold decoration-2 underline-offset-4 underline"
              to={`/desk/deliveries?day=${addDays(day, -1)}`}
            >
              {formatDay(addDays(day, -1), 'short')}
            </Link>
            <Link
              className="inline-flex items-center min-h-11 text-inherit decoration-marigold decoration-2 underline-offset-4 underline"
              to={`/desk/deliveries?day=${addDays(day, 1)}`}
            >
              {formatDay(addDays(day, 1), 'short')}
            </Link>
          </nav>
        </div>
        <NewRun day={day} runs={runs} />
      </div>
      {refused && (
        <p className="desk-refused" role="alert">
          {Object.values(refused).flat().join(' ')}
        </p>
      )}
      <div className="grid grid-cols-[320px_minmax(0,1fr)] gap-[clamp(24px,_3vw,_48px)] items-start max-bench:grid-cols-[minmax(0,1fr)]">
        <aside className="grid gap-7 min-w-0 max-bench:order-2">
          <DistrictTiles data={data} />
          <Parcels data={data} />
        </aside>
        <div className="grid gap-7 min-w-0">
          {loose.length > 0 && <Loose day={day} stops={loose} runs={runs} />}
          {runs.map((run) => (
            <RunSection key={run.id} run={run} runs={runs} drivers={data.drivers} now={data.now} onSorted={refresh} />
          ))}
          {runs.length === 0 && loose.length === 0 && (
            <p className="text-soft">
              {parcels.length > 0 ? 'Nothing for the vans on this day.' : 'Nothing leaves on this day.'}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

function summarise({ runs, without_run, parcels }: Deliveries): string {
  const stops = runs.reduce((sum, run) => sum + run.stops.length, 0);
  const without = runs.filter(({ driver, left_at }) => !driver && !left_at).length;
  return [
    `${count(stops, 'stop')} on ${count(runs.length, 'run')}, ${count(parcels.length, 'parcel')} for the carrier.`,
    without_run.length > 0 && `${count(without_run.length, 'stop has', 'stops have')} no run yet.`,
    without > 0 && `${count(without, 'run has', 'runs have')} no driver yet.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The number is sent along: two who press at once make one run. */
function NewRun({ day, runs }: { day: string; runs: Run[] }) {
  const number = Math.max(0, ...runs.map((run) => run.number)) + 1;
  return (
    <Form method="post" className="dl-line" preventScrollReset>
      <input type="hidden" name="do" value="make run" />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="number" value={number} />
      <TimeField key={number} name="leaves_at" time={timeOf(number)} label="Leaves at" isLabelSeen={false} />
      <button type="submit" className="desk-button line">
        New run
      </button>
    </Form>
  );
}

/** The vans leave from 11:00 on, an hour and a half apart. */
const timeOf = (number: number): string => {
  const minutes = Math.min(11 * 60 + (number - 1) * 90, 23 * 60);
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

function Loose({ day, stops, runs }: { day: string; stops: RunStop[]; runs: Run[] }) {
  const waiting = stops.filter(({ not_to_send }) => !not_to_send);
  return (
    <section className="dl-run" aria-labelledby="loose">
      <header className="flex flex-wrap items-center gap-3 pb-3 border-b border-leaf-900 max-tablet:[&>form]:grow max-tablet:[&>form]:basis-full">
        <div className="flex-1 min-w-47.5">
          <h2 className="font-serif text-slip" id="loose" tabIndex={-1}>
            No run yet
          </h2>
          <p className="text-soft">{count(stops.length, 'stop')}</p>
        </div>
        {waiting.length > 0 && <PutOn day={day} runs={runs} orders={waiting.map(({ order }) => order)} />}
      </header>
      <ol>
        {stops.map((stop) => (
          <li key={stop.order}>
            <span />
            <span />
            <b>{stop.district}</b>
            <StopName stop={stop} />
            <StageMark
              name={stop.stage === 'not delivered' ? 'nobody in' : stop.stage === 'tied' ? 'tied' : 'to tie'}
              isBrief
            />
            <MoveStop day={day} stop={stop} runs={runs} />
          </li>
        ))}
      </ol>
    </section>
  );
}
