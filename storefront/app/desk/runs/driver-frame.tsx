import type { ReactNode } from 'react';
import type { DriverRun } from '#contract/driver-runs.ts';
import { Pips } from './run-parts.tsx';
import { StageMark } from './stage-mark.tsx';
import type { Presses } from './stop-presses.ts';

type Props = { run: DriverRun | null; presses: Presses; back?: string; children: ReactNode };

/** What stands around the driver's pages: the run, what waits on the phone, what can be taken back. */
export function DriverFrame({ run, presses, back, children }: Props) {
  return (
    <div className="driver min-h-screen bg-lift min-[700px]:max-w-107.5 min-[700px]:mx-auto">
      <header className="dv-top on-leaf sticky top-0 z-5 grid grid-cols-[auto_1fr_auto] gap-3 items-center min-h-16 pr-4 pl-2 py-1.5 bg-leaf-900 text-on-leaf">
        {back === undefined ? (
          <span />
        ) : (
          <a className="grid place-items-center w-12 h-12" href={back}>
            <span className="sr-only">The whole run</span>
            <svg
              className="w-6 fill-none stroke-current stroke-[1.6] [stroke-linecap:round]"
              viewBox="0 0 24 24"
              aria-hidden="true"
            >
              <path d="M4 6.5h16M4 12h16M4 17.5h16" />
            </svg>
          </a>
        )}
        <div className="grid gap-1.25 leading-[1.2]">
          <b>{run ? `Run ${run.number}` : 'Marigold Lane desk'}</b>
          {run && <Pips run={withPresses(run, presses)} />}
        </div>
        <span
          className="text-on-leaf-soft text-[0.9375rem] data-off:py-1.5 data-off:px-3 data-off:rounded-round data-off:bg-marigold data-off:text-leaf-900 data-off:font-semibold"
          data-off={!presses.isOnline || undefined}
          role="status"
        >
          {presses.isOnline ? run && `${run.stops.length} stops` : 'No signal'}
        </span>
      </header>
      <Kept presses={presses} />
      {children}
    </div>
  );
}

function Kept({ presses }: { presses: Presses }) {
  const { kept, held, waiting, stuck, ofOthers, forget, forgetPhoto, tryAgain } = presses;
  return (
    <div aria-live="polite">
      {held && (
        <Line>
          <p>
            <b>
              {WORDS[held.outcome]}: {held.name}
            </b>
          </p>
          <button type="button" className="desk-button line" onClick={() => void forget(held.seq)}>
            Take back
          </button>
        </Line>
      )}
      <Waiting count={waiting} presses={presses} />
      {ofOthers.map(([name, { length }]) => (
        <Line key={name}>
          <StageMark name="kept" hidden />
          <p>
            <b>
              {length} kept on this phone by {name}
            </b>{' '}
            {length === 1 ? 'It goes' : 'They go'} when {name} signs in here.
          </p>
        </Line>
      ))}
      {kept.map((press) => {
        if (stuck.includes(press))
          return (
            <Line key={press.seq} isBad>
              <p>
                <b>
                  {WORDS[press.outcome]}: {press.name}, not sent.
                </b>{' '}
                The shop failed on it {press.failed?.times} times. It stays on this phone. Tell the shop.
              </p>
              <button type="button" className="desk-button line" onClick={() => void tryAgain(press).catch(() => {})}>
                Try again
              </button>
              <button type="button" className="desk-button plain" onClick={() => void forget(press.seq)}>
                Drop it
              </button>
            </Line>
          );
        if (press.refused !== undefined)
          return (
            <Bad key={press.seq} onRead={() => void forget(press.seq)}>
              <b>{press.name}: not taken.</b> {press.refused} Tell the shop.
            </Bad>
          );
        if (press.photoRefused !== undefined)
          return (
            <Bad key={press.seq} onRead={() => void forgetPhoto(press)}>
              <b>{press.name}: without the photo.</b> {press.photoRefused}
            </Bad>
          );
        return null;
      })}
    </div>
  );
}

/** What is kept, and what can be done with it. Two buttons stand below the words. */
const Line = ({ isBad, children }: { isBad?: boolean; children: ReactNode }) => (
  <div
    className={`flex items-center gap-3 py-3 px-5 leading-[1.35] [&>p]:flex-1 [&_b]:block has-[button+button]:flex-wrap has-[button+button]:[&>p]:basis-full ${isBad ? 'bg-blush' : 'bg-tint'}`}
  >
    {children}
  </div>
);

function Waiting({ count, presses: { state } }: { count: number; presses: Presses }) {
  if (count === 0) return null;
  return (
    <Line>
      <StageMark name="kept" hidden />
      <p>
        <b>{count} kept on this phone</b>{' '}
        {state === 'signed out' ? (
          <>
            You are signed out. <a href="/desk/sign-in?next=%2Fdesk%2Fdriver">Sign in again</a>, and{' '}
            {count === 1 ? 'it goes' : 'they go'}.
          </>
        ) : (
          `${count === 1 ? 'It goes by itself' : 'They go by themselves'} when there is signal. Carry on.`
        )}
      </p>
    </Line>
  );
}

function Bad({ children, onRead }: { children: ReactNode; onRead: () => void }) {
  return (
    <Line isBad>
      <p>{children}</p>
      <button type="button" className="desk-button line" onClick={onRead}>
        Understood
      </button>
    </Line>
  );
}

const WORDS = { 'handed over': 'Delivered', neighbour: 'With a neighbour', 'nobody in': 'Nobody in' } as const;

/** The run as the driver has left it: what is kept on the phone counts as done at once. */
export function withPresses(run: DriverRun, { kept }: Pick<Presses, 'kept'>): DriverRun {
  const stops = run.stops.map((stop) => {
    const press = kept.findLast(({ order, refused }) => order === stop.order && refused === undefined);
    // A page that is newer than the press knows better.
    if (!press || stop.stage === 'delivered' || (stop.pressed_at && stop.pressed_at >= press.pressedAt)) return stop;
    const stage = press.outcome === 'nobody in' ? ('not delivered' as const) : ('delivered' as const);
    return { ...stop, stage, outcome: press.outcome, taken_by: press.takenBy, pressed_at: press.pressedAt };
  });
  return { ...run, stops };
}
