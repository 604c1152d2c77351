import { useState } from 'react';
import type { RatingSummary } from './fetch-reviews.ts';

export type Reviews = RatingSummary & {
  more: 'none' | 'some' | 'loading' | 'failed';
  showMore: () => Promise<void>;
  /** Fetches the reviews again, after one was written or deleted. False if that failed. */
  refetch: () => Promise<boolean>;
};

/** The reviews that came with the page, and those fetched since. */
export function useReviews(productId: number, first: RatingSummary): Reviews {
  const [standing, setStanding] = useState(first);
  const [fetching, setAsking] = useState<'no' | 'loading' | 'failed'>('no');
  /** Fewer came than were counted: some have been deleted meanwhile. */
  const [isAll, setAll] = useState(false);

  const showMore = async () => {
    const last = standing.reviews.at(-1);
    if (!last || fetching === 'loading') return;
    setAsking('loading');
    try {
      const { fetchMoreReviews } = await import('./fetch-reviews.ts');
      const more = await fetchMoreReviews(productId, last.id);
      setStanding((now) => ({ ...now, reviews: [...now.reviews.filter(({ id }) => id >= last.id), ...more] }));
      setAll(more.length === 0);
      setAsking('no');
    } catch {
      setAsking('failed');
    }
  };

  const refetch = async () => {
    try {
      const { fetchRatingSummary } = await import('./fetch-reviews.ts');
      setStanding(await fetchRatingSummary(productId, standing.reviews.length));
      setAll(false);
      return true;
    } catch {
      return false;
    }
  };

  const isWhole = isAll || standing.reviews.length >= standing.count;
  return { ...standing, more: isWhole ? 'none' : fetching === 'no' ? 'some' : fetching, showMore, refetch };
}
