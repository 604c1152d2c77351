import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../api/failure-words.ts';
import { StepHeading } from '../cart/steps/step-heading.tsx';
import { Steps } from '../cart/steps/steps.tsx';
import { fetchOrder } from '../orders/fetch-order.ts';
import { FailureLine } from '../ui/failure-line.tsx';
import { LazyPart } from '../ui/loading/lazy-part.tsx';
import { Loading } from '../ui/loading/loading.tsx';
import { Picture } from '../ui/picture.tsx';
import { Postmark } from '../ui/postmark.tsx';
import { Countdown } from './countdown.tsx';

const loadRememberDate = () => import('../reminders/remember-date.tsx');

type Props = { orderId: number; onNotPaid: () => void };

/** Step 3: it is paid for. Shown only for an order that the shop says is completed. */
export function DoneStep({ orderId, onNotPaid }: Props) {
  const {
    data: order,
    error,
    refetch,
  } = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => fetchOrder(orderId),
  });
  const isOpen = order !== undefined && order?.status !== 'C';
  const latest = useRef(onNotPaid);
  latest.current = onNotPaid;
  useEffect(() => {
    if (isOpen) latest.current();
  }, [isOpen]);

  return (
    <div className="wrap min-h-[60vh] pt-[clamp(1.75rem,4vw,3.5rem)]">
      <div className="flex justify-end max-tablet:justify-start">
        <Steps now={3} />
      </div>
      {error && <FailureLine onRetry={() => refetch()}>{failureWords(error)}</FailureLine>}
      {!order && !error && <Loading />}
      {order && !isOpen && <Thanks order={order} />}
    </div>
  );
}

function Thanks({ order }: { order: Order }) {
  const [stopped, setStopped] = useState(false);
  const stop = () => setStopped(true);
  const picture = order.order_items.find((item) => item.picture)?.picture;
  const { address, delivery_date: day, completed_at } = order;
  const whom = address && (address.recipient_name ? `${address.recipient_name} in ${address.city}` : address.city);
  const posted =
    completed_at &&
    formatDay(londonDay(new Date(completed_at)), 'short')
      .split(' ')
      .slice(1)
      .join(' ');

  return (
    <div className="grid items-center gap-x-[clamp(2rem,6vw,6rem)] gap-y-7 pt-[clamp(1.25rem,4vw,4rem)] tablet:grid-cols-[6fr_5fr]">
      <div>
        <StepHeading step="3" className="max-w-[6.2em] text-display leading-none">
          Thank you. We’ll tie them fresh.
        </StepHeading>
        <p className="mt-5.5 max-w-[31rem] text-lead text-soft">
          Your purchase was successful. We’ll tie {unitsOf(order) === 1 ? 'your bouquet' : 'your bouquets'} and bring{' '}
          {unitsOf(order) === 1 ? 'it' : 'them'} to {whom}
          {day && (
            <>
              {' on '}
              <b className="whitespace-nowrap font-semibold text-leaf-900">{formatDay(day)}</b>
            </>
          )}
          . A confirmation comes by email.
        </p>
        <Countdown orderId={order.id} stopped={stopped} onStop={stop} />
        {day && (
          // Whoever begins to fill it in wants to stay.
          <div className="mt-7.5" onFocusCapture={stop} onPointerDownCapture={stop} onInputCapture={stop}>
            <LazyPart
              load={loadRememberDate}
              fallback={
                <div className="min-h-[30.75rem] max-w-[34rem] rounded-square bg-blush max-tablet:min-h-[39.5rem]" />
              }
              failureMessage="Remembering this date is not possible at the moment."
            >
              {(RememberDate) => <RememberDate day={day} whom={address?.recipient_name ?? ''} />}
            </LazyPart>
          </div>
        )}
        <div data-keep-clear className="mt-7.5 flex flex-wrap gap-4 *:max-tablet:w-full">
          <Link to={`/history/${order.id}`} reloadDocument className="button">
            View order
          </Link>
          <Link to="/" reloadDocument className="button outlined">
            Back to the shop
          </Link>
        </div>
      </div>
      {picture && (
        <div data-keep-clear className="relative overflow-hidden rounded-square">
          <Picture picture={picture} sizes="(min-width: 721px) 42vw, 100vw" className="aspect-[1/1.08] w-full" />
          <Postmark
            className="absolute bottom-[6%] left-[3%] w-[42%] -rotate-7"
            {...(posted && { middle: posted.toUpperCase() })}
          />
        </div>
      )}
    </div>
  );
}

const unitsOf = (order: Order) => order.order_items.reduce((sum, { quantity }) => sum + quantity, 0);
