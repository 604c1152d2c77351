import { useQuery } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../api/failure-words.ts';
import { PrivateData } from '../api/private-data.tsx';
import { NoteCard } from '../cart/note/note-card.tsx';
import { TwoColumns } from '../cart/steps/page-frame.tsx';
import { Totals } from '../cart/totals.tsx';
import { toLine } from '../checkout/address/address-picker.tsx';
import { DamagedFlowers } from '../claims/damaged-flowers.tsx';
import { pageMeta } from '../page-meta.ts';
import NotFoundPage from '../shell/not-found-page.tsx';
import { useShopNow } from '../shell/shop-clock.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import type { Route } from './+types/order-page';
import '../cart/cart.css';
import { Arrangements } from './arrangements.tsx';
import { AwaitingOrder } from './awaiting-order.tsx';
import { BuyAgain } from './buy-again.tsx';
import { useOrderChanges } from './change/use-order-changes.ts';
import { DeliveryProgress } from './delivery/delivery-progress.tsx';
import { fetchOrder } from './fetch-order.ts';
import { OrderFrame, OrderHeading, OrderStamp, OrderTrail } from './order-frame.tsx';
import { describeState, explainCompleted, isReceived } from './order-state.ts';
import { OrderTable } from './order-table.tsx';
import { Refunds } from './refunds.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your order – Marigold Lane',
    description: 'What was sent, to whom and when.',
    path: '/profile',
    keepOutOfSearch: true,
  });

/** Longer numbers are no order's, and other words somebody's own: the frame would say them for the shop. */
const NUMBER = /^\d{1,10}$/;

export default function OrderPage() {
  const { id = '' } = useParams();
  const [isMissing, setMissing] = useState(false);
  if (!NUMBER.test(id)) return <NotFoundPage />;
  return (
    <div className={isMissing ? '' : 'wrap min-h-[60vh]'}>
      {!isMissing && <OrderTrail id={id} />}
      <PrivateData frame={<OrderFrame id={id} />}>
        <CompletedOrder id={id} onMissing={setMissing} />
      </PrivateData>
    </div>
  );
}

function CompletedOrder({ id, onMissing }: { id: string; onMissing: (isMissing: boolean) => void }) {
  const {
    data: order,
    error,
    isPending,
    refetch,
  } = useQuery({ queryKey: ['order', id], queryFn: () => fetchOrder(id) });
  const isMissing = order === null || order?.status === 'P';
  useLayoutEffect(() => onMissing(isMissing), [isMissing, onMissing]);
  if (isPending) return <OrderFrame id={id} />;
  if (isMissing) return <NotFoundPage />;
  const paid = order && !order.being_paid ? order : undefined;
  return (
    <>
      <OrderHeading id={id} state={paid && <State order={paid} />} stamp={paid && <Stamp order={paid} />} />
      {error && (
        <div className="mb-6">
          <FailureLine onRetry={() => refetch()}>This order could not be loaded. {failureWords(error)}</FailureLine>
        </div>
      )}
      {order?.being_paid && <AwaitingOrder key={order.id} order={order} onPaid={() => refetch()} />}
      {paid && <OrderView key={paid.id} order={paid} />}
    </>
  );
}

function Stamp({ order }: { order: Order }) {
  const now = useShopNow();
  return (
    <OrderStamp meaning={now && explainCompleted(order, now)}>
      <span className="completed">{order.stage === 'cancelled' ? 'Cancelled Order' : 'Completed Order'}</span>
    </OrderStamp>
  );
}

function State({ order }: { order: Order }) {
  const now = useShopNow();
  const state = now && describeState(order, now);
  return (
    <p className="mt-2 flex min-h-7 flex-wrap gap-x-5 text-lead text-soft">
      {state && <span>{state}</span>}
      {order.replaces && (
        <Link to={`/history/${order.replaces}`} className="link">
          Replacement for order {order.replaces}
        </Link>
      )}
    </p>
  );
}

function OrderView({ order }: { order: Order }) {
  const now = useShopNow();
  const changes = useOrderChanges(order);
  const { data, error } = changes;
  const isAsked = data?.asked?.declined === null;
  // Until it is known, nobody is asked for a review of what may be cancelled.
  const mayBeAsked = isAsked || (order.stage === 'to tie' && !data && !error);
  const isToday = useRef<boolean>(undefined);
  // Decided once: at midnight the form would move, and lose what was typed.
  if (now && isToday.current === undefined) isToday.current = londonDay(now) === order.delivery_date;
  const damage = order.stage !== 'cancelled' && (
    <DamagedFlowers key={order.id} order={order} wide={isToday.current ?? false} />
  );
  return (
    <>
      <DeliveryProgress order={order} isAsked={isAsked} />
      {isToday.current && <div className="mb-[clamp(1.75rem,4vw,3rem)] empty:hidden">{damage}</div>}
      <TwoColumns
        aside={
          <div className="grid min-w-0 gap-5">
            <Paid order={order} />
            {!isToday.current && damage}
          </div>
        }
      >
        <OrderTable items={order.order_items} received={now !== undefined && isReceived(order, now, mayBeAsked)} />
        <Arrangements order={order} changes={changes} />
        <Note order={order} />
      </TwoColumns>
    </>
  );
}

function Note({ order: { text, delivery_date } }: { order: Order }) {
  const id = useId();
  return (
    <section className="mt-8.5 grid gap-x-[clamp(1.5rem,3vw,2.75rem)] gap-y-4.5 tablet:mt-13 tablet:grid-cols-2">
      <div className="grid content-start gap-[7px]">
        <label htmlFor={id} className="font-semibold text-small">
          Gift note
        </label>
        <textarea id={id} disabled rows={5} className="input resize-none" value={text} placeholder="No card" />
      </div>
      {text.trim() !== '' && <NoteCard text={text} day={delivery_date ?? undefined} />}
    </section>
  );
}

function Paid({ order }: { order: Order }) {
  const { address, delivery_date, completed_at, replaces, stage } = order;
  return (
    <aside aria-labelledby="paid-title" className="paper-card">
      <h2 id="paid-title" className="text-[1.75rem]">
        {replaces ? 'Nothing to pay' : 'Paid'}
      </h2>
      {replaces ? (
        <p className="mt-3 mb-5.5">These replace flowers that arrived damaged, delivery included.</p>
      ) : (
        <Totals order={order} paid />
      )}
      <Refunds order={order} />
      <div className="tag-label text-small before:bg-lift">
        <p>
          {stage === 'cancelled' ? 'Cancelled, was to come' : 'Delivery'}{' '}
          {delivery_date && <b className="font-semibold">{formatDay(delivery_date)}</b>}
        </p>
        {address && (
          <address className="not-italic [overflow-wrap:anywhere]">
            <span className="block">{address.recipient_name || `You, ${order.buyer}`}</span>
            <span className="block">{address.apartment_address}</span>
            <span className="block">{toLine(address)}</span>
            {address.phone && <span className="block">{address.phone}</span>}
          </address>
        )}
      </div>
      <p className="mt-4 text-small text-soft">
        {replaces ? `For ${order.buyer}` : `Ordered by ${order.buyer}`}
        {completed_at && `, ${replaces ? 'promised' : 'paid'} on ${formatDay(londonDay(new Date(completed_at)))}`}
      </p>
      <button type="button" className="button outlined small no-print mt-4 w-full" onClick={() => print()}>
        Print this order
      </button>
      {!replaces && (
        <Link to={`/history/${order.id}/receipt`} className="button outlined small no-print mt-3 w-full">
          Receipt
        </Link>
      )}
      <BuyAgain order={order} className="no-print mt-3 w-full" />
    </aside>
  );
}
