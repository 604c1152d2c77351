import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Claim } from '#contract/claims.ts';
import { formatDay, londonDay } from '#contract/delivery.ts';
import type { Order } from '#contract/orders.ts';
import { failureWords } from '../api/failure-words.ts';
import { useShopNow } from '../shell/shop-clock.ts';
import { announce } from '../ui/announce.tsx';
import { FailureLine } from '../ui/failure-line.tsx';
import { Icon } from '../ui/icon.tsx';
import { ClaimForm, PROMISES } from './claim-form.tsx';
import { ClaimView } from './claim-view.tsx';
import { fetchReporting, type Reporting } from './fetch-claim.ts';

type DamageProps = {
  order: Order;
  /** Across the whole page, as on the day itself; otherwise in a column. */
  wide: boolean;
};

/** The report of damaged flowers: offered from the day of delivery on, by the shop's clock. */
export function DamagedFlowers({ order, wide }: DamageProps) {
  const now = useShopNow();
  const day = order.delivery_date;
  if (!now || !day) return null;
  const today = londonDay(now);
  if (today < day) {
    return (
      <p className="no-print text-small text-soft">
        Should anything arrive damaged, you can report it here from {formatDay(day)}, the day of delivery.
      </p>
    );
  }
  return <Report order={order} isLate={today > day} wide={wide} />;
}

type Props = DamageProps & { isLate: boolean };

function Report({ order: { id: orderId, stage }, isLate, wide }: Props) {
  const claims = useQueryClient();
  // What is promised depends on whether they have left.
  const queryKey = ['claim', orderId, stage];
  // Choosing a photo leaves the page for the camera: coming back must not fetch again.
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchReporting(orderId),
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const heading = useRef<HTMLHeadingElement>(null);

  const cacheClaim = (sent: Claim) => {
    // An older response that is still on its way must not replace this one.
    void claims.cancelQueries({ queryKey });
    const reported: Reporting = { claim: sent };
    claims.setQueryData(queryKey, reported);
    // From now on nothing of the order can change.
    void claims.invalidateQueries({ queryKey: ['order-changes'] });
    heading.current?.focus();
    announce('Your report has arrived.');
  };

  if (error && data === undefined) {
    return (
      <div className="no-print">
        <FailureLine onRetry={() => refetch()}>
          We couldn’t see whether damage was reported. {failureWords(error)}
        </FailureLine>
      </div>
    );
  }
  if (data === undefined) return null;
  const claim = 'claim' in data ? data.claim : undefined;
  return (
    <section
      aria-labelledby="damage-title"
      className={`no-print grid min-w-0 gap-x-[clamp(2rem,5vw,4.5rem)] gap-y-3 rounded-square bg-blush p-5.5 tablet:px-7.5 ${wide ? 'tablet:grid-cols-2 desk:grid-cols-[1fr_25rem]' : ''}`}
    >
      <div className="grid content-start gap-3">
        <Icon name="camera" />
        <h2 id="damage-title" ref={heading} tabIndex={-1} className="text-h3 outline-none">
          {claim ? 'You reported damaged flowers' : 'Report damaged flowers'}
        </h2>
        {'promise' in data && <p className="max-w-measure text-small">{PROMISES[isLate ? 'late' : data.promise]}</p>}
      </div>
      {claim ? <ClaimView claim={claim} /> : <ClaimForm orderId={orderId} onSent={cacheClaim} />}
    </section>
  );
}
