import type { ReactNode } from 'react';
import type { DriverStop, StopOfRun } from '#contract/driver-runs.ts';
import { pictureUrl } from '#contract/picture-files.ts';
import { may } from '#contract/roles.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import { readPage, showPage, titled, type ViewProps } from '../desk-page.tsx';
import { useOutbox } from '../outbox/use-outbox.ts';
import { DriverFrame, withPresses } from './driver-frame.tsx';
import { Ended, Ends, readEnd, sendEnd } from './stop-ends.tsx';
import { STOP_PRESSES } from './stop-presses.ts';
import { useDriverWorker } from './use-driver-worker.ts';

/** One stop: where, what, and how it ended. */
export const loader = readPage((api, { orderId = '' }) => api.get(`/api/desk/stops/${orderId}/`));

export const meta = titled('Stop');

export default showPage<typeof loader>(DriverStopView);

function DriverStopView({ data, me }: ViewProps<StopOfRun>) {
  const presses = useOutbox(STOP_PRESSES, me);
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
    const said = readEnd(form);
    const { order, name } = stop;
    const press = { order, name, ...said, photo: hasPhoto ? photo : null };
    const keep = async () => presses.keep([{ key: crypto.randomUUID(), ...press }]);
    // A phone that can keep nothing sends it at once, without the photo.
    await keep().catch(() => sendEnd(order, said));
    const following = run?.stops.find(
      (one) => one.order !== stop.order && (one.stage === 'out' || one.stage === 'tied'),
    );
    location.assign(following ? `/desk/driver/${following.order}` : back);
  };

  return (
    <DriverFrame run={run} presses={presses} back={back}>
      <section className="py-4 px-5">
        <p className="flex items-baseline justify-between text-soft">
          <b className="text-leaf-900 text-[2.25rem]/[1] font-bold">{stop.postal_code || stop.district}</b>
          {run && (
            <span>
              Stop {index + 1} of {run.stops.length}
            </span>
          )}
        </p>
        <h1 className="font-sans mt-3 text-[1.625rem]/[1.2] font-semibold tracking-[-0.01em]">{stop.name}</h1>
        <address className="not-italic mt-0.5 text-[1.3125rem]/[1.35] font-normal">
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
          <Note name="Not to be delivered">
            <p>
              {stop.not_to_send}
              {stop.stage === 'out' && ' If the flowers are still with you, bring them back: press “Nobody in”.'}
            </p>
          </Note>
        )}
        {stop.note && (
          <Note name="For the driver">
            <p>{stop.note}</p>
          </Note>
        )}
        {stop.nobody_in && (
          <Note name="If nobody is in">
            <p>{NOBODY_IN_WORDS[stop.nobody_in]}</p>
          </Note>
        )}
        {stop.bouquets.map((bouquet) => (
          <Bouquet key={`${bouquet.name} ${bouquet.size}`} bouquet={bouquet} stop={stop} />
        ))}
        <div className="h-57.5" />
      </section>
      {isDone ? <Ended stop={stop} back={back} /> : <Ends stop={stop} onEnd={end} />}
    </DriverFrame>
  );
}

const Note = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="mt-4 py-3.5 px-4 rounded-square bg-sage text-[1.1875rem] leading-[1.4]">
    <b className="text-small">{name}</b>
    {children}
  </div>
);

/** The phone's own maps open it. */
const mapLink = ({ address }: DriverStop) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address.join(', ') })}`;

function Bouquet({ bouquet, stop }: { bouquet: DriverStop['bouquets'][number]; stop: DriverStop }) {
  const { name, size, quantity, extras, picture } = bouquet;
  const width = picture && (picture.widths.find((each) => each >= 160) ?? picture.width);
  return (
    <div className="flex items-center gap-3.5 mt-4">
      {picture && width && (
        <img
          className="w-15 h-18.75 rounded-square object-cover"
          src={pictureUrl(picture.id, width, 'jpg')}
          alt=""
          width="60"
          height="75"
        />
      )}
      <div>
        <b>
          {quantity} × {name}
          {size !== 'standard' && `, ${size}`}
        </b>
        <span className="text-soft block">
          {extras.length > 0 && `With ${extras.join(', ')}. `}
          {stop.has_card ? 'With its card.' : 'No card.'} Order {stop.order}
        </span>
      </div>
    </div>
  );
}
