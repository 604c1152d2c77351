import { type ReactNode, useState } from 'react';
import { Form } from 'react-router';
import { londonTime } from '#contract/delivery.ts';
import { type DriverStop, MAX_TAKEN_BY_LENGTH, type StopOfRun } from '#contract/driver-runs.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import { may } from '#contract/roles.ts';
import type { HandoverOutcome, NextTry } from '#contract/runs.ts';
import type { Me } from '#contract/staff.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { DeskPage, Refused } from '../desk-page.ts';
import { DriverFrame, withPresses } from './driver-frame.tsx';
import { listNeighbours } from './list-neighbours.ts';
import { PhotoChoice } from './photo-choice.tsx';
import { markOf, StageMark } from './stage-mark.tsx';
import { useDriverWorker } from './use-driver-worker.ts';
import { useStopPresses } from './use-stop-presses.ts';

const SAFE_PLACE = 'left in a safe place';

type EndOfStop = { outcome: HandoverOutcome; takenBy: string; next?: NextTry };

/** What one of the forms says, whether it is sent or kept on the phone. */
function readEnd(form: FormData): EndOfStop {
  const text = (name: string) => String(form.get(name) ?? '');
  if (text('place') === 'safe') return { outcome: 'handed over', takenBy: SAFE_PLACE };
  const next = text('next');
  return {
    outcome: text('outcome') as HandoverOutcome,
    takenBy: text('other') || text('taken_by'),
    ...(next && { next: next as NextTry }),
  };
}

/** One stop: where, what, and how it ended. */
export const driverStopPage: DeskPage<StopOfRun> = {
  path: 'driver/:orderId',
  title: 'Stop',
  hasOwnBar: true,
  load: (api, { orderId = '' }) => api.get(`/api/desk/stops/${orderId}/`),
  act: async (api, form, { orderId = '' }) => {
    const { outcome, takenBy, next } = readEnd(form);
    await api.send('POST', `/api/desk/stops/${orderId}/outcome/`, {
      outcome,
      taken_by: takenBy,
      ...(next && { next }),
    });
    return '/desk/driver';
  },
  View: ({ data, me, refused }) => <DriverStopView data={data} me={me} refused={refused} />,
};

type Props = { data: StopOfRun; me: Me; refused: Refused['refused'] | undefined };

function DriverStopView({ data, me, refused }: Props) {
  const presses = useStopPresses(me);
  const run = data.run && withPresses(data.run, presses);
  const stop = run?.stops.find(({ order }) => order === data.stop.order) ?? data.stop;
  const index = run?.stops.indexOf(stop) ?? -1;
  // Whoever plans runs may look at another's.
  const back = run && may(me.roles, 'plan runs') ? `/desk/driver?run=${run.id}` : '/desk/driver';
  const isDone = stop.stage === 'delivered' || stop.stage === 'not delivered';
  useDriverWorker(run?.day ?? '');

  const end = async (form: FormData) => {
    const photo = form.get('photo');
    const hasPhoto = photo instanceof Blob && photo.size > 0;
    await presses.press({ order: stop.order, name: stop.name, ...readEnd(form), photo: hasPhoto ? photo : null });
    const following = run?.stops.find(
      (one) => one.order !== stop.order && (one.stage === 'out' || one.stage === 'tied'),
    );
    location.assign(following ? `/desk/driver/${following.order}` : back);
  };

  return (
    <DriverFrame run={run} presses={presses} back={back}>
      <section className="py-4 px-5">
        <p className="dv-pc flex items-baseline justify-between text-soft">
          <b>{stop.postal_code || stop.district}</b>
          {run && (
            <span>
              Stop {index + 1} of {run.stops.length}
            </span>
          )}
        </p>
        <h1>{stop.name}</h1>
        <address>
          {stop.address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
        <div className="grid grid-cols-[1fr_1fr] gap-2.5 mt-4">
          <a className="desk-button line big" href={mapLink(stop)} target="_blank" rel="noreferrer">
            Map
          </a>
          {stop.phone && (
            <a className="desk-button line big" href={`tel:${stop.phone.replaceAll(/[^+\d]/g, '')}`}>
              Call
            </a>
          )}
        </div>
        {stop.not_to_send && (
          <div className="dv-note mt-4 py-3.5 px-4 rounded-square bg-sage text-[1.1875rem] leading-[1.4]">
            <b>Not to be delivered</b>
            <p>
              {stop.not_to_send}
              {stop.stage === 'out' && ' If the flowers are still with you, bring them back: press “Nobody in”.'}
            </p>
          </div>
        )}
        {stop.note && (
          <div className="dv-note mt-4 py-3.5 px-4 rounded-square bg-sage text-[1.1875rem] leading-[1.4]">
            <b>For the driver</b>
            <p>{stop.note}</p>
          </div>
        )}
        {stop.nobody_in && (
          <div className="dv-note mt-4 py-3.5 px-4 rounded-square bg-sage text-[1.1875rem] leading-[1.4]">
            <b>If nobody is in</b>
            <p>{NOBODY_IN_WORDS[stop.nobody_in]}</p>
          </div>
        )}
        {stop.bouquets.map((bouquet) => (
          <Bouquet key={`${bouquet.name} ${bouquet.size}`} bouquet={bouquet} stop={stop} />
        ))}
        {refused && (
          <p className="desk-refused" role="alert">
            {Object.values(refused).flat().join(' ')}
          </p>
        )}
        <div className="h-57.5" />
      </section>
      {isDone ? <Ended stop={stop} back={back} /> : <Ends stop={stop} onEnd={end} />}
    </DriverFrame>
  );
}

/** The phone's own maps open it. */
const mapLink = ({ address }: DriverStop) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address.join(', ') })}`;

function Bouquet({ bouquet, stop }: { bouquet: DriverStop['bouquets'][number]; stop: DriverStop }) {
  const { name, size, quantity, extras, picture } = bouquet;
  const width = picture && (picture.widths.find((each) => each >= 160) ?? picture.width);
  return (
    <div className="dv-item flex items-center gap-3.5 mt-4">
      {picture && width && <img src={pictureUrl(picture.id, width, 'jpg')} alt="" width="60" height="75" />}
      <div>
        <b>
          {quantity} × {name}
          {size !== 'standard' && `, ${size}`}
        </b>
        <span className="soft block">
          {extras.length > 0 && `With ${extras.join(', ')}. `}
          {stop.has_card ? 'With its card.' : 'No card.'} Order {stop.order}
        </span>
      </div>
    </div>
  );
}

function Ended({ stop, back }: { stop: DriverStop; back: string }) {
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

type OnEnd = (form: FormData) => Promise<void>;

/** Three ways a stop ends. Each is a form: without scripts it is sent, with them the press is kept on the phone first. */
function Ends({ stop, onEnd }: { stop: DriverStop; onEnd: OnEnd }) {
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
        <label className="dv-field grid gap-1">
          Who took it, if not left at the door
          <input name="taken_by" maxLength={MAX_TAKEN_BY_LENGTH} autoComplete="off" />
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
          <p className="soft">The buyer is told the number.</p>
          <div className="dv-nums grid grid-cols-[repeat(4,1fr)] gap-2">
            {listNeighbours(stop.address).map((door) => (
              <label key={door}>
                <input type="radio" name="taken_by" value={/^\d/.test(door) ? `number ${door}` : door} />
                <span>{door}</span>
              </label>
            ))}
          </div>
          <label className="dv-field grid gap-1">
            Another
            <input name="other" maxLength={MAX_TAKEN_BY_LENGTH} autoComplete="off" />
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
          <p className="soft">{stop.name}. The buyer gets a letter about whatever you choose.</p>
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

function End({ outcome, label, look, title, onEnd, children }: EndProps) {
  const [problem, setProblem] = useState('');
  return (
    <details name="end" className="dv-end">
      <summary className={look}>{label}</summary>
      <Form
        method="post"
        className="dv-sheet"
        reloadDocument
        onSubmit={(event) => {
          event.preventDefault();
          const element = event.currentTarget;
          const { submitter } = event.nativeEvent as SubmitEvent;
          const form = new FormData(element, submitter);
          if (outcome === 'neighbour' && readEnd(form).takenBy === '') return setProblem('Say which neighbour.');
          // A phone that can keep nothing sends it at once, without the photo.
          void onEnd(form).catch(() => sendPlainly(element, submitter));
        }}
      >
        <input type="hidden" name="outcome" value={outcome} />
        <h2>{title}</h2>
        {problem && <p role="alert">{problem}</p>}
        {children}
      </Form>
    </details>
  );
}

/** As without scripts: the button that was pressed is part of the form. */
function sendPlainly(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const { name = '', value = '' } = (submitter ?? {}) as Partial<HTMLButtonElement>;
  if (name) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  form.submit();
}
