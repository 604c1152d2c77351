import { Link } from 'react-router';
import { noteLength } from '#contract/cart.ts';
import { formatDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { doorLines } from '#contract/door-lines.ts';
import { MAX_GIFT_NOTE_LENGTH } from '#contract/limits.ts';
import { formatPostcode } from '#contract/postcode.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import { Heading, Slip } from '../ui/slip.tsx';

/** What cannot change any more says why, where its button would be. */
function ChangeLink({ to, why, label }: { to: string; why: string | null; label: string }) {
  if (why !== null) return null;
  return (
    <Link className="desk-button plain min-h-11 font-sans" to={to} aria-label={label}>
      Change
    </Link>
  );
}

/** Whom it goes to, when and how, and what the driver is to know. */
export function Where({ order }: { order: DeskOrder }) {
  const { address, run, may } = order;
  return (
    <section>
      <Heading
        aside={<ChangeLink to={`/desk/orders/${order.id}/change`} why={may.change} label="Change where and when" />}
      >
        Where and when
      </Heading>
      {address && (
        <address className="mt-2.5 not-italic">
          <b>{order.recipient}</b>
          <br />
          {doorLines(address).map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
          {address.city} {formatPostcode(address.postal_code)}
          {address.phone && (
            <a
              className="block w-fit underline decoration-2 decoration-marigold leading-11 underline-offset-4"
              href={`tel:${address.phone.replaceAll(/[^\d+]/g, '')}`}
            >
              {address.phone}
            </a>
          )}
        </address>
      )}
      <p className="text-soft">
        {order.arrives_on && <b>{formatDay(order.arrives_on)}</b>}
        {run && `, run ${run.number}, stop ${run.stop}`}
        {order.by_carrier && order.leaves_on && `, by carrier, collected ${formatDay(order.leaves_on)}`}
        {order.carrier_number && `, ${order.carrier_number}`}
        {run && (
          <>
            {' '}
            <Link to={`/desk/deliveries?day=${run.day}`}>See the run</Link>
          </>
        )}
      </p>
      {order.driver_note && <p className="text-small text-soft">For the driver: {order.driver_note}</p>}
      {order.nobody_in && (
        <p className="text-small text-soft">If nobody is in: {NOBODY_IN_WORDS[order.nobody_in].toLowerCase()}</p>
      )}
      {order.swap_choice === 'ask' && (
        <p className="text-small text-soft">If a flower is missing: ask the buyer first</p>
      )}
      {may.change && <p className="desk-mute">{may.change}</p>}
    </section>
  );
}

/** The words of the gift card. */
export function Card({ order }: { order: DeskOrder }) {
  return (
    <section>
      <Heading aside={<ChangeLink to={`/desk/orders/${order.id}/card`} why={order.may.card} label="Change the card" />}>
        Card
      </Heading>
      {order.note.trim() === '' ? (
        <p className="mt-2.5 text-soft">No card.</p>
      ) : (
        <Slip as="div" className="mt-2.5">
          <p className="whitespace-pre-wrap font-serif text-[1.25rem]/[1.45]" dir="auto">
            {order.note}
          </p>
          <span className="desk-mute">
            As printed, {noteLength(order.note)} of {MAX_GIFT_NOTE_LENGTH}
          </span>
        </Slip>
      )}
      {order.may.card && <p className="desk-mute">{order.may.card}</p>}
    </section>
  );
}
