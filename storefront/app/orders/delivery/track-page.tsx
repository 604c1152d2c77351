import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { formatDay } from '#contract/delivery.ts';
import type { Tracked } from '#contract/order-delivery.ts';
import { failureWords } from '../../api/failure-words.ts';
import { pageMeta } from '../../page-meta.ts';
import { NeedsScripts } from '../../session/needs-scripts.tsx';
import { useShopNow } from '../../shell/shop-clock.ts';
import { FailureLine } from '../../ui/failure-line.tsx';
import type { Route } from './+types/track-page';
import { DeliverySteps } from './delivery-steps.tsx';
import { explainStage, headlineOf } from './delivery-words.ts';
import { fetchTracked } from './fetch-delivery.ts';

const EVERY_MS = 30_000;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your flowers – Marigold Lane',
    description: 'How far your flowers are.',
    path: '/track',
    keepOutOfSearch: true,
  });

/** For whoever gets the flowers, by a link that the buyer passed on. Nothing of the buyer is on it. */
export default function TrackPage() {
  const { token = '' } = useParams();
  const now = useShopNow();
  const [found, setFound] = useState<Tracked | null>();
  const [error, setError] = useState<unknown>();
  const fetchAgain = useCallback(async () => {
    try {
      setFound(await fetchTracked(token));
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
  }, [token]);
  useEffect(() => {
    void fetchAgain();
    const timer = setInterval(() => document.visibilityState === 'visible' && void fetchAgain(), EVERY_MS);
    return () => clearInterval(timer);
  }, [fetchAgain]);

  return (
    <div className="wrap min-h-[60vh] py-[clamp(1.75rem,4vw,3rem)]">
      <NeedsScripts className="grid gap-6">
        {found && now ? (
          <>
            <div role="status">
              <h1>{headlineOf(found, now)}</h1>
              <p className="mt-2 text-lead">
                Flowers for {found.recipient}, {formatDay(found.day)}.
              </p>
              <p className="mt-1 text-soft">{explainStage(found, now)}</p>
            </div>
            <DeliverySteps steps={found} now={now} />
            <p className="max-w-measure text-small text-soft">
              This page follows one delivery and is gone a week after it. Whoever has its address can see it.
            </p>
          </>
        ) : (
          <div role="status">
            <h1>{found === null ? 'This link is no longer good.' : 'Your flowers'}</h1>
            <p className="mt-2 min-h-7 text-lead text-soft">
              {found === null && 'It is gone a week after the flowers came, or it was not copied whole.'}
            </p>
          </div>
        )}
        {error !== undefined && (
          <FailureLine onRetry={fetchAgain}>How far they are could not be loaded. {failureWords(error)}</FailureLine>
        )}
      </NeedsScripts>
    </div>
  );
}
