import { Link, useRevalidator } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { doorLines } from '#contract/door-lines.ts';
import { MAX_GIFT_NOTE_LENGTH } from '#contract/limits.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import { noteLength } from '#contract/orders.ts';
import { formatPostcode } from '#contract/postcode.ts';
import { NOBODY_IN_WORDS } from '#contract/wish-words.ts';
import type { Refused } from '../desk-page.ts';
import { PrinterIcon } from '../icons.tsx';
import { useLive } from '../live.ts';
import { BouquetPicture } from '../paper/bouquet-picture.tsx';
import { RefusedWords } from '../paper/form-parts.tsx';
import { STAGE_WORDS, StageShape } from '../stage-shape.tsx';
import { useKeys } from '../use-keys.ts';
import { CancelRequest } from './decline-cancel-page.tsx';
import { NoteForm } from './note-form.tsx';
import type { OrderData } from './order-data.ts';
import { MoneySlip } from './order-money.tsx';
import { Timeline } from './order-timeline.tsx';
import { TroubleFlags } from './trouble-flags.tsx';

type Props = { data: OrderData; refused: Refused['refused'] | undefined };

/** Opens the link, or goes to the field, that has this key. What somebody may not do is not there, and its key does nothing. */
function pressKey(key: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (found instanceof HTMLAnchorElement) found.click();
  else found?.focus();
  return found !== null;
}

/** All about one order: what, where, the card, what happened, and its money in one slip. */
export function OrderView({ data: { order, now }, refused }: Props) {
  const { revalidate } = useRevalidator();
  useLive((names) => {
    if (!names || names.includes(`order ${order.id}`)) void revalidate();
  });
  useKeys({ r: () => pressKey('r'), n: () => pressKey('n'), f: () => pressKey('f') });
  const moment = new Date(now);
  return (
    <section className="desk-page">
      <Link className="paper-crumb" to="/desk/orders">
        ‹ Orders
      </Link>
      <div className="desk-top">
        <div>
          <h1>Order {order.id}</h1>
          <p className="desk-soft">{describeOrder(order)}</p>
          <TroubleFlags troubles={order.troubles} flags={[]} />
        </div>
        <div className="desk-acts order-acts">
          <span className="order-stage">
            <StageShape of={order.outcome === 'neighbour' ? 'neighbour' : order.stage} />
            {order.outcome === 'neighbour' ? 'With a neighbour' : STAGE_WORDS[order.stage]}
          </span>
          {order.paid_at && order.stage !== 'cancelled' && (
            <>
              <Link className="desk-button line" to={`/desk/print/cards?ids=${order.id}`}>
                <PrinterIcon />
                Print
              </Link>
              <Link className="desk-button" to={`/desk/ticket/${order.id}`}>
                Open work ticket
              </Link>
            </>
          )}
        </div>
      </div>
      <Track order={order} now={moment} />
      <RefusedWords refused={refused} fields={['text']} />
      <div className="paper-side order-side">
        <div className="order-main">
          <What order={order} />
          <div className="order-two">
            <Where order={order} />
            <Card order={order} />
          </div>
          <Timeline order={order} now={moment} />
        </div>
        <aside className="paper-stack">
          <CancelRequest order={order} />
          <MoneySlip order={order} now={moment} />
          <Buyer order={order} />
          <NoteForm refused={refused} />
          <Cancel order={order} />
        </aside>
      </div>
    </section>
  );
}

function describeOrder({ buyer, recipient, district, arrives_on }: DeskOrder): string {
  if (buyer.id === null && recipient === '') return 'Its buyer has left: the record stays, the person does not.';
  const where = district ? ` in ${district}` : '';
  const whom = recipient && recipient !== buyer.name ? `, for ${recipient}` : '';
  return `${buyer.name}${whom}${where}. ${arrives_on ? `${formatDay(arrives_on)}.` : ''}`;
}

const STEPS = ['paid', 'tied', 'out', 'delivered'] as const;

/** How far it is. What does not go on has no steps. */
function Track({ order, now }: { order: DeskOrder; now: Date }) {
  const { stage } = order;
  if (stage === 'awaiting payment' || stage === 'cancelled' || stage === 'not delivered') return null;
  const done = { 'to tie': 0, tied: 1, out: 2, delivered: 3 }[stage];
  const when = (moment: string | null) => (moment ? whenWords(moment, now) : '');
  const said: Record<(typeof STEPS)[number], [string, string]> = {
    paid: [order.replaces ? 'Made' : 'Paid', when(order.paid_at)],
    tied: [done < 1 ? 'To tie' : 'Tied', order.run ? `Run ${order.run.number}, leaves ${order.run.leaves_at}` : ''],
    out: ['Out', when(order.dispatched_at)],
    delivered: ['Delivered', when(order.delivered_at)],
  };
  return (
    <ol className="order-track" aria-label="How far it is">
      {STEPS.map((step, place) => (
        <li
          key={step}
          className={place <= done ? 'done' : place === done + 1 ? 'next' : ''}
          aria-current={place === done + 1 ? 'step' : undefined}
        >
          {place <= done || place === done + 1 ? <StageShape of={shapeOf(step, done)} /> : <i className="order-dot" />}
          <span>
            <b>{said[step][0]}</b>
            <span className="desk-soft">{said[step][1]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** What is still to do at the bench is a ring, as on the day sheet; what comes after it is its own shape. */
const shapeOf = (step: (typeof STEPS)[number], done: number) => (step === 'tied' && done < 1 ? 'to tie' : step);

function What({ order }: { order: DeskOrder }) {
  return (
    <section>
      <h2 className="order-h2">What</h2>
      <ul className="order-lines">
        {order.lines.map((line) => (
          <li key={line.id}>
            <BouquetPicture picture={line.picture} width={120} alt="" />
            <div>
              <b>
                {line.quantity} × {line.name}
              </b>
              <span className="desk-soft">
                {SIZE_NAMES[line.size]}
                {line.stems > 0 && `, ${line.stems} stems`}
                {line.extras.map(({ name, price }) => (price > 0 ? `, ${name} ${formatPounds(price)}` : `, ${name}`))}
              </span>
            </div>
            <b>{formatPounds(line.quantity * line.price)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What cannot change any more says why, where its button would be. */
function ChangeLink({ to, why, label }: { to: string; why: string | null; label: string }) {
  if (why !== null) return null;
  return (
    <Link className="desk-button plain" to={to} aria-label={label}>
      Change
    </Link>
  );
}

function Where({ order }: { order: DeskOrder }) {
  const { address, run, may } = order;
  return (
    <section>
      <h2 className="order-h2">
        Where and when
        <ChangeLink to={`/desk/orders/${order.id}/change`} why={may.change} label="Change where and when" />
      </h2>
      {address && (
        <address>
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
            <a className="order-phone" href={`tel:${address.phone.replaceAll(/[^\d+]/g, '')}`}>
              {address.phone}
            </a>
          )}
        </address>
      )}
      <p className="desk-soft">
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
      {order.driver_note && <p className="desk-soft paper-small">For the driver: {order.driver_note}</p>}
      {order.nobody_in && (
        <p className="desk-soft paper-small">If nobody is in: {NOBODY_IN_WORDS[order.nobody_in].toLowerCase()}</p>
      )}
      {order.swap_choice === 'ask' && (
        <p className="desk-soft paper-small">If a flower is missing: ask the buyer first</p>
      )}
      {may.change && <p className="desk-mute">{may.change}</p>}
    </section>
  );
}

function Card({ order }: { order: DeskOrder }) {
  return (
    <section>
      <h2 className="order-h2">
        Card
        <ChangeLink to={`/desk/orders/${order.id}/card`} why={order.may.card} label="Change the card" />
      </h2>
      {order.note.trim() === '' ? (
        <p className="desk-soft">No card.</p>
      ) : (
        <div className="paper-slip order-card">
          <p dir="auto">{order.note}</p>
          <span className="desk-mute">
            As printed, {noteLength(order.note)} of {MAX_GIFT_NOTE_LENGTH}
          </span>
        </div>
      )}
      {order.may.card && <p className="desk-mute">{order.may.card}</p>}
    </section>
  );
}

function Buyer({ order: { buyer, claim, replaces, replaced_by } }: { order: DeskOrder }) {
  return (
    <div className="paper-slip">
      <h2>
        {buyer.id === null ? (
          buyer.name || 'No buyer'
        ) : (
          <Link className="text-link" to={`/desk/customers/${buyer.id}`}>
            {buyer.name}
          </Link>
        )}
      </h2>
      {buyer.email && (
        <p className="paper-small">
          <Link to={`/desk/orders?${new URLSearchParams({ q: buyer.email })}`}>{buyer.email}</Link>
          <br />
          <span className="desk-soft">
            {buyer.orders === 1 ? 'First order.' : `${buyer.orders >= 100 ? '100 or more' : buyer.orders} orders.`}{' '}
            {buyer.is_confirmed ? 'E-mail confirmed.' : 'E-mail not confirmed.'}
          </span>
        </p>
      )}
      {buyer.id === null && <p className="desk-soft paper-small">The account is gone.</p>}
      {claim && (
        <p>
          <Link to={`/desk/claims/${claim.id}`}>{claim.is_open ? 'A claim waits for an answer' : 'The claim'}</Link>
        </p>
      )}
      {replaces && (
        <p>
          Replaces <Link to={`/desk/orders/${replaces}`}>order {replaces}</Link>
        </p>
      )}
      {replaced_by && (
        <p>
          Replaced by <Link to={`/desk/orders/${replaced_by}`}>order {replaced_by}</Link>
        </p>
      )}
    </div>
  );
}

function Cancel({ order: { id, may, money, stage } }: { order: DeskOrder }) {
  if (stage === 'to tie' && money.most_here < money.left)
    return <p className="desk-mute">To cancel it gives back {formatPounds(money.left)}: an owner does.</p>;
  if (may.cancel !== null) return null;
  return (
    <Link className="desk-button paper-danger" to={`/desk/orders/${id}/cancel`}>
      Cancel order…
    </Link>
  );
}
