import { type ReactNode, useState } from 'react';
import { londonTime } from '#contract/delivery.ts';
import { type DriverStop, MAX_TAKEN_BY_LENGTH } from '#contract/driver-runs.ts';
import type { HandoverOutcome, NextTry } from '#contract/runs.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import { send, toRefusal } from '../send.ts';
import { listNeighbours } from './list-neighbours.ts';
import { PhotoChoice } from './photo-choice.tsx';
import { markOf, StageMark } from './stage-mark.tsx';

const SAFE_PLACE = 'left in a safe place';

type EndOfStop = { outcome: HandoverOutcome; takenBy: string; next?: NextTry };

/** What one of the forms says. */
export function readEnd(form: FormData): EndOfStop {
  const text = (name: string) => String(form.get(name) ?? '');
  if (text('place') === 'safe') return { outcome: 'handed over', takenBy: SAFE_PLACE };
  const next = text('next');
  return {
    outcome: text('outcome') as HandoverOutcome,
    takenBy: text('other') || text('taken_by'),
    ...(next && { next: next as NextTry }),
  };
}

export const sendEnd = (order: number, { outcome, takenBy, next }: ReturnType<typeof readEnd>) =>
  send('POST', `/api/desk/stops/${order}/outcome/`, { outcome, taken_by: takenBy, ...(next && { next }) });

export function Ended({ stop, back }: { stop: DriverStop; back: string }) {
  return (
    <div className="dv-acts">
      <p className="flex flex-wrap gap-2 text-[1.1875rem]">
        <StageMark name={markOf(stop.stage, stop.outcome)} /> {stop.pressed_at && londonTime(stop.pressed_at)}{' '}
        {stop.taken_by}
      </p>
      <a className="desk-button huge" href={back}>
        The whole run
      </a>
    </div>
  );
}

export type OnEnd = (form: FormData) => Promise<void>;

/** Three ways a stop ends. Each is a form; its press is kept on the phone first. */
export function Ends({ stop, onEnd }: { stop: DriverStop; onEnd: OnEnd }) {
  return (
    <div className="dv-acts">
      <End
        outcome="handed over"
        label="Delivered"
        look="desk-button huge"
        title={`Delivered to ${stop.name}`}
        onEnd={onEnd}
      >
        <PhotoChoice />
        <label className="grid gap-1">
          Who took it, if not left at the door
          <input
            className="min-h-14 py-0 px-3.5 border-2 border-control rounded-soft bg-lift text-inherit text-[1.125rem]"
            name="taken_by"
            maxLength={MAX_TAKEN_BY_LENGTH}
            autoComplete="off"
          />
        </label>
        <button type="submit" className="desk-button huge">
          Done, next stop
        </button>
      </End>
      <div>
        <End
          outcome="neighbour"
          label="Neighbour"
          look="desk-button line big"
          title="Left with which neighbour?"
          onEnd={onEnd}
        >
          <p className="text-soft">The buyer is told the number.</p>
          <div className="dv-nums grid grid-cols-[repeat(4,1fr)] gap-2">
            {listNeighbours(stop.address).map((door) => (
              <label className="relative" key={door}>
                <input
                  className="peer absolute inset-0 opacity-0"
                  type="radio"
                  name="taken_by"
                  value={/^\d/.test(door) ? `number ${door}` : door}
                />
                <span className="grid place-items-center min-h-16 border-2 border-control rounded-soft font-semibold text-[1.1875rem] peer-checked:border-leaf-700 peer-checked:bg-leaf-700 peer-checked:text-on-leaf peer-focus-visible:outline-2 peer-focus-visible:outline-leaf-700 peer-focus-visible:outline-offset-3">
                  {door}
                </span>
              </label>
            ))}
          </div>
          <label className="grid gap-1">
            Another
            <input
              className="min-h-14 py-0 px-3.5 border-2 border-control rounded-soft bg-lift text-inherit text-[1.125rem]"
              name="other"
              maxLength={MAX_TAKEN_BY_LENGTH}
              autoComplete="off"
            />
          </label>
          <PhotoChoice />
          <button type="submit" className="desk-button huge">
            With a neighbour
          </button>
        </End>
        <End outcome="nobody in" label="Nobody in" look="desk-button line big" title="Nobody in?" onEnd={onEnd}>
          {stop.nobody_in && (
            <p>
              The buyer’s wish: <b>{NOBODY_IN_WORDS[stop.nobody_in]}</b>
            </p>
          )}
          <p className="text-soft">{stop.name}. The buyer gets a letter about whatever you choose.</p>
          {stop.phone && (
            <a className="desk-button line big" href={`tel:${stop.phone.replaceAll(/[^+\d]/g, '')}`}>
              Call first, {stop.phone}
            </a>
          )}
          <button type="submit" name="place" value="safe" className="desk-button line big">
            Left in a safe place
          </button>
          <button type="submit" name="next" value="again today" className="desk-button line big">
            Back to the shop, again today
          </button>
          <button type="submit" name="next" value="another day" className="desk-button line big">
            Back to the shop, another day
          </button>
        </End>
      </div>
    </div>
  );
}

type EndProps = {
  outcome: HandoverOutcome;
  label: string;
  look: string;
  title: string;
  onEnd: OnEnd;
  children: ReactNode;
};

/** While its sheet is open, it stands above it and closes it. */
const CLOSES =
  "group-open:fixed group-open:top-2 group-open:right-4 group-open:z-8 group-open:w-auto group-open:min-h-12 group-open:border-2 group-open:border-on-leaf group-open:bg-leaf-900 group-open:text-on-leaf group-open:text-[0px] group-open:after:content-['Not_yet'] group-open:after:text-[1rem]";

function End({ outcome, label, look, title, onEnd, children }: EndProps) {
  const [problem, setProblem] = useState('');
  return (
    <details name="end" className="group">
      <summary className={`${look} w-full ${CLOSES}`}>{label}</summary>
      <form
        method="post"
        className="fixed inset-x-0 bottom-0 z-7 grid gap-2.5 max-h-[92vh] pt-5.5 pb-[calc(20px_+_env(safe-area-inset-bottom))] px-4 overflow-auto rounded-t-[18px] bg-lift shadow-[0_0_0_100vmax_rgb(23_48_31/0.5)] min-[700px]:right-auto min-[700px]:left-[calc(50%_-_215px)] min-[700px]:w-107.5"
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
          const form = new FormData(event.currentTarget, submitter);
          if (outcome === 'neighbour' && readEnd(form).takenBy === '') return setProblem('Say which neighbour.');
          void onEnd(form).catch((error) => setProblem(toRefusal(error).message));
        }}
      >
        <input type="hidden" name="outcome" value={outcome} />
        <h2 className="font-serif font-normal text-section">{title}</h2>
        {problem && <p role="alert">{problem}</p>}
        {children}
      </form>
    </details>
  );
}
