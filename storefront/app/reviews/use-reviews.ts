import { useState } from 'react';
import type { Standing } from './fetch-reviews.ts';

export type Reviews = Standing & {
  more: 'none' | 'some' | 'loading' | 'failed';
  showMore: () => Promise<void>;
  /** Looks again, after something was written or deleted. Says whether the page is true now. */
  lookAgain: () => Promise<boolean>;
};

/** The reviews that came with the page, and what became of them since. */
export function useReviews(productId: number, first: Standing): Reviews {
  const [standing, setStanding] = useState(first);
  const [asking, setAsking] = useState<'no' | 'loading' | 'failed'>('no');
  /** Fewer came than were counted: some have been taken back meanwhile. */
  const [isAll, setAll] = useState(false);

  const showMore = async () => {
    const last = standing.reviews.at(-1);
    if (!last || asking === 'loading') return;
    setAsking('loading');
    try {
      const { fetchMore } = await import('./fetch-reviews.ts');
      const more = await fetchMore(productId, last.id);
      setStanding((now) => ({ ...now, reviews: [...now.reviews.filter(({ id }) => id >= last.id), ...more] }));
      setAll(more.length === 0);
      setAsking('no');
    } catch {
      setAsking('failed');
    }
  };

  const lookAgain = async () => {
    try {
      const { fetchStanding } = await import('./fetch-reviews.ts');
      setStanding(await fetchStanding(productId, standing.reviews.length));
      setAll(false);
      return true;
    } catch {
      return false;
    }
  };

  const isWhole = isAll || standing.reviews.length >= standing.count;
  return { ...standing, more: isWhole ? 'none' : asking === 'no' ? 'some' : asking, showMore, lookAgain };
}
