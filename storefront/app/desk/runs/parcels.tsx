import { Form, Link } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import { type Deliveries, MAX_CARRIER_NUMBER_LENGTH, type Parcel } from '#contract/runs.ts';
import { markOf, StageMark } from './stage-mark.tsx';

/** What a carrier collects on the day, and what it should bring on it. */
export function Parcels({ data: { day, parcels, arriving } }: { data: Deliveries }) {
  if (parcels.length === 0 && arriving.length === 0) return null;
  const tied = parcels.filter(({ stage }) => stage === 'tied').length;
  const toTie = parcels.filter(({ stage }) => stage === 'to tie').length;
  return (
    <section className="grid gap-3 py-5.5 px-6 rounded-square bg-lift" aria-labelledby="carrier">
      <h2 className="text-[1rem]/[1.3] font-semibold" id="carrier">
        Carrier, rest of the UK
      </h2>
      {parcels.length > 0 && (
        <>
          <p className="text-soft">
            {parcels.length === 1 ? '1 leaves' : `${parcels.length} leave`} on {formatDay(day)}: {toTie} to tie, {tied}{' '}
            tied, {parcels.length - toTie - tied} collected.
          </p>
          <ul>
            {parcels.map((parcel) => (
              <ParcelRow key={parcel.order} day={day} parcel={parcel} />
            ))}
          </ul>
          <Form method="post" className="dl-line" preventScrollReset>
            <input type="hidden" name="do" value="collected" />
            <input type="hidden" name="day" value={day} />
            <button type="submit" className="desk-button line" disabled={tied === 0}>
              {tied === 1 ? '1 collected' : `${tied} collected`}
            </button>
            <Link className="desk-button plain" to={`/desk/print/slips?day=${day}&run=carrier`}>
              Print {parcels.length === 1 ? '1 slip' : `${parcels.length} slips`}
            </Link>
          </Form>
        </>
      )}
      {arriving.length > 0 && <Arriving day={day} parcels={arriving} />}
    </section>
  );
}

function ParcelRow({ day, parcel }: { day: string; parcel: Parcel }) {
  const { order, name, place, stage, carrier_number } = parcel;
  return (
    <li className="flex flex-wrap justify-between gap-x-3 gap-y-1 py-2.5 px-0 border-t border-line">
      <span>
        <b>{name}</b> <span className="text-soft">{place}</span>
      </span>
      <StageMark name={markOf(stage, null)} />
      <Form method="post" className="dl-line" preventScrollReset>
        <input type="hidden" name="do" value="parcel" />
        <input type="hidden" name="day" value={day} />
        <input type="hidden" name="order" value={order} />
        <input
          className="w-42.5"
          key={carrier_number}
          name="carrier_number"
          aria-label={`The carrier’s number of order ${order}`}
          placeholder="Carrier’s number"
          maxLength={MAX_CARRIER_NUMBER_LENGTH}
          defaultValue={carrier_number}
        />
        <button type="submit" className="desk-button plain">
          Save
        </button>
      </Form>
    </li>
  );
}

function Arriving({ day, parcels }: { day: string; parcels: Parcel[] }) {
  const under = parcels.filter(({ stage }) => stage === 'out');
  const delivered = parcels.filter(({ stage }) => stage === 'delivered').length;
  return (
    <>
      <p className="text-soft">
        {parcels.length} to arrive on {formatDay(day)}: {delivered} delivered, {under.length} on the way.
      </p>
      <ul>
        {under.map(({ order, name, place, carrier_number }) => (
          <li className="flex flex-wrap justify-between gap-x-3 gap-y-1 py-2.5 px-0 border-t border-line" key={order}>
            <span>
              <b>{name}</b>{' '}
              <span className="text-soft">
                {place} {carrier_number}
              </span>
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="do" value="delivered" />
              <input type="hidden" name="day" value={day} />
              <input type="hidden" name="order" value={order} />
              <button type="submit" className="desk-button plain" aria-label={`Delivered, order ${order}, ${name}`}>
                Delivered
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
