import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { OwnReview } from '#contract/reviews.ts';
import { ApiError } from '../api/api-error.ts';
import { getJson } from '../api/client.ts';
import { failureWords } from '../api/failure-words.ts';
import { announce } from '../ui/announce.tsx';
import { RetryButton } from '../ui/loading/retry-button.tsx';
import { DeleteReview } from './delete-review.tsx';
import { ReviewForm } from './review-form.tsx';
import { WrittenReview } from './written-review.tsx';

type Props = {
  productId: number;
  /** Updates the list, the rating and the count of the page. */
  refetch: () => Promise<boolean>;
  /** The message for those who may not write one. */
  rule: ReactNode;
};

/** The review of the person signed in, or the form to write one. */
export default function YourReview({ productId, refetch, rule }: Props) {
  const [own, setOwn] = useState<OwnReview>();
  const [failure, setFailure] = useState('');
  const [doing, setDoing] = useState<'reading' | 'writing' | 'deleting'>('reading');
  const [message, setSaid] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const [steps, setSteps] = useState(0);

  // The pressed button disappears with each step: the focus moves to the heading, after a dialog has returned it.
  useEffect(() => {
    if (steps > 0) heading.current?.focus();
  }, [steps]);
  const goTo = (next: typeof doing) => {
    setDoing(next);
    setSteps((count) => count + 1);
  };

  const load = useCallback(async () => {
    setFailure('');
    try {
      setOwn(OwnReview.parse(await getJson(`/api/user/reviews/${productId}/`, { quietly: true })));
    } catch (error) {
      // The session has ended: the part is shown as for a guest.
      if (!(error instanceof ApiError && error.status === 401)) setFailure(failureWords(error));
    }
  }, [productId]);

  useEffect(() => void load(), [load]);

  const isWaiting = own?.can_review === 'not_confirmed';
  useEffect(() => {
    if (!isWaiting) return;
    // The letter may be opened in another tab or on the phone.
    const refetchIfVisible = () => document.visibilityState === 'visible' && void load();
    document.addEventListener('visibilitychange', refetchIfVisible);
    return () => document.removeEventListener('visibilitychange', refetchIfVisible);
  }, [isWaiting, load]);

  const change = async (now: OwnReview, words: string) => {
    setOwn(now);
    goTo('reading');
    announce(words);
    setSaid((await refetch()) ? words : `${words} Load the page again to see it in the list.`);
  };

  if (failure) {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>We couldn’t see whether you have reviewed this bouquet. {failure}</p>
        <RetryButton className="button outlined small" onRetry={load} />
      </div>
    );
  }
  if (!own) return rule;
  const { review, can_review: may } = own;
  if (!review && may === 'not_received') return rule;
  return (
    <section aria-labelledby="your-review" className="paper-card">
      <h2 id="your-review" ref={heading} tabIndex={-1} className="text-h3 outline-none">
        Your review
      </h2>
      {message && doing === 'reading' && <p className="mt-1.5 font-medium text-leaf-700 text-small">{message}</p>}
      {!review && may === 'not_confirmed' && <ConfirmFirst />}
      {review && doing !== 'writing' && (
        <WrittenReview
          review={review}
          mayEdit={may === 'yes'}
          onEdit={() => goTo('writing')}
          onDelete={() => setDoing('deleting')}
        />
      )}
      {may === 'yes' && (!review || doing === 'writing') && (
        <ReviewForm
          productId={productId}
          review={review}
          onSaved={(now) =>
            change(now, review ? 'Your review has been changed.' : 'Thank you. Your review is in the list.')
          }
          onCancel={() => goTo('reading')}
        />
      )}
      <DeleteReview
        productId={productId}
        open={doing === 'deleting'}
        onClose={() => setDoing('reading')}
        onDeleted={() => change({ ...own, review: null }, 'Your review has been deleted.')}
      />
    </section>
  );
}

function ConfirmFirst() {
  return (
    <p className="mt-3 text-small">
      Please confirm your email address, then you can write it here. The link is in your inbox;{' '}
      <Link to="/profile" reloadDocument className="link">
        your account page
      </Link>{' '}
      sends it again.
    </p>
  );
}
