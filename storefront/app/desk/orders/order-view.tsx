import { Link, useRevalidator } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { DeskOrder } from '#contract/desk-orders.ts';
import { SIZE_NAMES } from '#contract/line-words.ts';
import { whenWords } from '#contract/moments.ts';
import { formatPounds } from '#contract/money.ts';
import { PrinterIcon } from '../icons.tsx';
import { useLive } from '../live.ts';
import { Stage, StageShape } from '../stage-shape.tsx';
import { BouquetPicture } from '../ui/bouquet-picture.tsx';
import { Columns } from '../ui/columns.tsx';
import { Page } from '../ui/page.tsx';
import { Heading, Slip } from '../ui/slip.tsx';
import { useKeys } from '../use-keys.ts';
import { CancelRequest } from './decline-cancel-page.tsx';
import { NoteForm } from './note-form.tsx';
import type { OrderData } from './order-data.ts';
import { MoneySlip } from './order-money.tsx';
import { Timeline } from './order-timeline.tsx';
import { Card, Where } from './order-where.tsx';
import { TroubleFlags } from './trouble-flags.tsx';

/** Opens the link, or goes to the field, that has this key. What somebody may not do is not there, and its key does nothing. */
function pressKey(key: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (found instanceof HTMLAnchorElement) found.click();
  else found?.focus();
  return found !== null;
}

/** All about one order: what, where, the card, what happened, and its money in one slip. */
export function OrderView({ data: { order, now } }: { data: OrderData }) {
  const { revalidate } = useRevalidator();
  useLive((names) => {
    if (!names || names.includes(`order ${order.id}`)) void revalidate();
  });
  useKeys({ r: () => pressKey('r'), n: () => pressKey('n'), f: () => pressKey('f') });
  const moment = new Date(now);
  return (
    <Page
      title={`Order ${order.id}`}
      crumb={{ to: '/desk/orders', words: 'Orders' }}
      lead={describeOrder(order)}
      below={<TroubleFlags troubles={order.troubles} flags={[]} />}
      acts={
        <div className="desk-acts max-tablet:[&_.desk-button]:px-3.75">
          <Stage
            of={order.outcome === 'neighbour' ? 'neighbour' : order.stage}
            words={order.outcome === 'neighbour' ? 'With a neighbour' : undefined}
          />
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
      }
    >
      <Track order={order} now={moment} />
      <Columns
        aside={
          <>
            <CancelRequest order={order} />
            <MoneySlip order={order} now={moment} />
            <Buyer order={order} />
            <NoteForm />
            <Cancel order={order} />
          </>
        }
      >
        <What order={order} />
        <div className="grid gap-x-5 gap-y-8 tablet:grid-cols-2">
          <Where order={order} />
          <Card order={order} />
        </div>
        <Timeline order={order} now={moment} />
      </Columns>
    </Page>
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
    <ol
      className="grid grid-cols-4 mt-1 mb-7 mx-0 max-tablet:grid-cols-[1fr_1fr] max-tablet:gap-y-3 max-[22em]:grid-cols-1"
      aria-label="How far it is"
    >
      {STEPS.map((step, place) => (
        <li
          key={step}
          className={`flex gap-3 items-start min-w-0 pt-3 pb-0 pr-2 pl-0 border-t-3 ${place <= done ? 'border-leaf-900' : place === done + 1 ? 'border-marigold' : 'border-line'}`}
          aria-current={place === done + 1 ? 'step' : undefined}
        >
          {place <= done || place === done + 1 ? (
            <StageShape of={shapeOf(step, done)} />
          ) : (
            <i className="w-2.5 h-2.5 my-1.5 mx-1.25 border border-mute rounded-full bg-rule" />
          )}
          <span className="block min-w-0">
            <b>{said[step][0]}</b>
            <span className="block text-soft">{said[step][1]}</span>
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
      <Heading>What</Heading>
      <ul>
        {order.lines.map((line) => (
          <li
            key={line.id}
            className="grid grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-3.5 border-line border-b py-1.5 max-[22em]:grid-cols-1 max-[22em]:[&>:first-child]:hidden"
          >
            <BouquetPicture picture={line.picture} width={120} alt="" className="h-13.75 w-11" />
            <div>
              <b>
                {line.quantity} × {line.name}
              </b>
              <span className="block text-small text-soft">
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

function Buyer({ order: { buyer, claim, replaces, replaced_by } }: { order: DeskOrder }) {
  return (
    <Slip
      as="div"
      title={
        buyer.id === null ? (
          buyer.name || 'No buyer'
        ) : (
          <Link className="text-link" to={`/desk/customers/${buyer.id}`}>
            {buyer.name}
          </Link>
        )
      }
    >
      {buyer.email && (
        <p className="text-small">
          <Link to={`/desk/orders?${new URLSearchParams({ q: buyer.email })}`}>{buyer.email}</Link>
          <br />
          <span className="text-soft">
            {buyer.orders === 1 ? 'First order.' : `${buyer.orders >= 100 ? '100 or more' : buyer.orders} orders.`}{' '}
            {buyer.is_confirmed ? 'E-mail confirmed.' : 'E-mail not confirmed.'}
          </span>
        </p>
      )}
      {buyer.id === null && <p className="text-small text-soft">The account is gone.</p>}
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
    </Slip>
  );
}

function Cancel({ order: { id, may, money, stage } }: { order: DeskOrder }) {
  if (stage === 'to tie' && money.most_here < money.left)
    return <p className="desk-mute">To cancel it gives back {formatPounds(money.left)}: an owner does.</p>;
  if (may.cancel !== null) return null;
  return (
    <Link className="desk-button danger justify-self-start" to={`/desk/orders/${id}/cancel`}>
      Cancel order…
    </Link>
  );
}
