import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenWords } from '#contract/moments.ts';
import type { OrderDelivery } from '#contract/order-delivery.ts';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../../api/failure-words.ts';
import { fetchFile } from '../../api/fetch-file.ts';
import { toDataUrl } from '../../claims/to-data-url.ts';
import { useShopNow } from '../../shell/shop-clock.ts';
import { CopyLink } from '../../ui/copy-link.tsx';
import { FailureLine } from '../../ui/failure-line.tsx';
import { RetryButton } from '../../ui/loading/retry-button.tsx';
import { ProgressSkeleton } from '../order-frame.tsx';
import { AddToCalendar } from './add-to-calendar.tsx';
import { DeliverySteps } from './delivery-steps.tsx';
import { explainStage, headlineOf } from './delivery-words.ts';
import { fetchDelivery } from './fetch-delivery.ts';

const EVERY_MS = 20_000;

/** How far the flowers are, as it happens; the driver's photo; a link for the recipient. */
export function DeliveryProgress({ order: { id, stage }, isAsked }: { order: Order; isAsked: boolean }) {
  const now = useShopNow();
  const { data, error, refetch } = useQuery({
    queryKey: ['delivery', id],
    queryFn: () => fetchDelivery(id),
    refetchInterval: ({ state }) => (state.data?.stage === 'delivered' ? false : EVERY_MS),
    enabled: stage !== 'cancelled',
  });
  useFreshOrder(id, data && data.stage !== stage);
  if (stage === 'cancelled') return null;
  if (error && !data)
    return (
      <div className="no-print mb-6">
        <FailureLine onRetry={() => void refetch()}>
          How far your flowers are could not be loaded. {failureWords(error)}
        </FailureLine>
      </div>
    );
  if (!data || !now) return <ProgressSkeleton />;
  // Nothing is being tied until it is answered.
  const waits = isAsked && data.stage === 'to tie';
  return (
    <section aria-labelledby="progress" className="mb-[clamp(1.75rem,4vw,3rem)] grid gap-6">
      <div role="status">
        <h2 id="progress" className="text-h2">
          {waits ? 'Not tied: you asked us to cancel it.' : headlineOf(data, now)}
        </h2>
        <p className="mt-2 text-lead text-soft">
          {waits ? 'We look at it, and write to you.' : explainStage(data, now)}
        </p>
        {data.carrier_number && <p className="num mt-1 text-soft">The carrier calls it {data.carrier_number}.</p>}
      </div>
      <DeliverySteps steps={data} now={now} />
      {data.has_photo && <Photo orderId={id} delivery={data} now={now} />}
      {data.stage !== 'delivered' && (
        <div className="no-print flex flex-wrap items-center gap-3">
          <AddToCalendar orderId={id} />
        </div>
      )}
      {data.track_link && <RecipientLink link={data.track_link} />}
    </section>
  );
}

/** The rest of the page follows, once the stage is another. */
function useFreshOrder(id: number, isOld: boolean | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isOld) void client.invalidateQueries({ queryKey: ['order', String(id)] });
  }, [client, id, isOld]);
}

function Photo({ orderId, delivery, now }: { orderId: number; delivery: OrderDelivery; now: Date }) {
  const {
    data: address,
    error,
    refetch,
  } = useQuery({
    queryKey: ['delivery-photo', orderId],
    queryFn: async () => toDataUrl(await fetchFile(`/api/user/orders/${orderId}/delivery/photo/`)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return (
      <div role="alert" className="grid justify-items-start gap-2 rounded-square bg-lift p-4 text-small">
        <p>The driver’s photo could not be fetched. {failureWords(error)}</p>
        <RetryButton className="button outlined small" onRetry={() => refetch()} />
      </div>
    );
  return (
    <figure className="max-w-measure">
      <span className="grid aspect-4/3 place-items-center overflow-hidden rounded-square bg-lift">
        {address && (
          <img src={address} alt="The flowers where the driver left them" className="size-full object-contain" />
        )}
      </span>
      <figcaption className="mt-3 flex flex-wrap justify-between gap-x-5 gap-y-1.5">
        <b className="font-semibold">
          Photographed by the driver{delivery.delivered_at && `, ${whenWords(delivery.delivered_at, now)}`}.
        </b>
        <span className="text-soft">Only you see it. It is deleted after 30 days.</span>
      </figcaption>
    </figure>
  );
}

function RecipientLink({ link }: { link: string }) {
  return (
    <div className="no-print grid max-w-measure gap-3">
      <h3>Share tracking</h3>
      <p className="text-small text-soft">
        Whoever gets the flowers can{' '}
        <a href={link} className="link">
          follow them on a page of their own
        </a>
        , which shows neither your card nor the price.
      </p>
      <CopyLink id="recipient-link" label="The link for them" url={link} shareTitle="Follow your flowers" isFolded />
    </div>
  );
}
