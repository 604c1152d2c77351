import { type ReactNode, useState } from 'react';
import { Form, Link } from 'react-router';
import { type DeskReview, MAX_REVIEW_ANSWER_LENGTH, REVIEW_LISTS } from '#contract/desk-reviews.ts';
import { whenWords } from '#contract/moments.ts';
import { HIDING_REASONS } from '#contract/reviews.ts';
import { SHOP } from '#contract/shop.ts';
import type { Refused } from '../desk-page.ts';
import { BouquetPicture } from './bouquet-picture.tsx';
import { Back, RefusedWords } from './form-parts.tsx';

export type ReviewsData = { show: (typeof REVIEW_LISTS)[number]; reviews: DeskReview[]; now: string };
type Props = {
  data: ReviewsData;
  refused: Refused['refused'] | undefined;
};

const LISTS = { unanswered: 'To answer', answered: 'Answered', hidden: 'Hidden', all: 'All' };
const EMPTY = {
  unanswered: 'Every review has its answer, or needs none.',
  answered: 'No review has been answered yet.',
  hidden: 'No review is hidden.',
  all: 'Nobody has written a review yet.',
};
const PAGE = 20;

/** What buyers say: to read, to answer, rarely to hide. */
export function ReviewsView({ data: { show, reviews, now }, refused }: Props) {
  return (
    <section className="desk-page">
      <div className="desk-top">
        <div>
          <h1>Reviews</h1>
          <p className="desk-soft">
            All are by people who received the bouquet; they stand in the shop at once. An answer is public.
          </p>
        </div>
        <nav className="desk-switch" aria-label="Which reviews">
          {REVIEW_LISTS.map((list) => (
            <Link key={list} to={`/desk/reviews?show=${list}`} aria-current={list === show ? 'page' : undefined}>
              {LISTS[list]}
            </Link>
          ))}
        </nav>
      </div>
      <RefusedWords refused={refused} />
      {reviews.length === 0 && <p className="paper-empty">{EMPTY[show]}</p>}
      <ul className="review-list">
        {reviews.map((review) => (
          <Review key={review.id} review={review} back={`/desk/reviews?show=${show}`} now={new Date(now)} />
        ))}
      </ul>
      {reviews.length === PAGE && (
        <Link className="desk-button line" to={`/desk/reviews?show=${show}&before=${reviews.at(-1)?.id}`}>
          Earlier ones
        </Link>
      )}
    </section>
  );
}

type ReviewProps = { review: DeskReview; back: string; now: Date };

function Review({ review, back, now }: ReviewProps) {
  const { product, rating, text, hidden, answer } = review;
  return (
    <li>
      <BouquetPicture picture={product.picture} width={160} alt="" />
      <div>
        <p className="claim-top">
          <b>{product.name}</b>
          <span className="review-stars" role="img" aria-label={`${rating} of 5`}>
            {'★'.repeat(rating)}
            <i>{'★'.repeat(5 - rating)}</i>
          </span>
          <span className="desk-soft paper-small">
            By {review.author}
            {review.order !== null && `, the buyer of order ${review.order}`}, {whenWords(review.written_at, now)}
            {review.edited_at && ', edited'}
          </span>
        </p>
        <p className="claim-say review-text" dir="auto">
          {text || 'Stars alone.'}
        </p>
        {hidden && (
          <p className="claim-why">
            <b>Hidden</b> {whenWords(hidden.at, now)}
            {hidden.by && ` by ${hidden.by}`}
            {hidden.reason && `: ${hidden.reason}`}
          </p>
        )}
        {answer && (
          <div className="paper-slip review-answer">
            <p className="review-text" dir="auto">
              {answer.text}
            </p>
            <p className="desk-soft paper-small">
              {SHOP.name}, {whenWords(answer.at, now)}
              {answer.by && `, by ${answer.by}`}
            </p>
          </div>
        )}
        <Acts review={review} back={back} />
      </div>
    </li>
  );
}

function Acts({ review, back }: Omit<ReviewProps, 'now'>) {
  const { hidden, answer } = review;
  return (
    <div className="review-acts">
      {!hidden && <Answer key={answer?.at} review={review} back={back} />}
      {answer && (
        <Press review={review} back={back} act="take back">
          <button type="submit" className="desk-button plain">
            Take the answer back
          </button>
        </Press>
      )}
      {hidden ? (
        <Press review={review} back={back} act="show">
          <button type="submit" className="desk-button line">
            Show it again
          </button>
        </Press>
      ) : (
        <Hide review={review} back={back} />
      )}
    </div>
  );
}

function Press({ review, back, act, children }: Omit<ReviewProps, 'now'> & { act: string; children: ReactNode }) {
  return (
    <Form method="post" action="/desk/reviews" replace preventScrollReset>
      <Back to={back} />
      <input type="hidden" name="review" value={review.id} />
      <input type="hidden" name="do" value={act} />
      {children}
    </Form>
  );
}

function Answer({ review, back }: Omit<ReviewProps, 'now'>) {
  const { id, answer } = review;
  const [length, setLength] = useState(answer?.text.length ?? 0);
  return (
    <details>
      <summary className="desk-button line">{answer ? 'Change the answer' : 'Answer'}</summary>
      <div className="paper-slip">
        <Press review={review} back={back} act="answer">
          <input type="hidden" name="seen" value={answer?.at ?? ''} />
          <div className="paper-field">
            <label htmlFor={`answer-${id}`}>Your answer, public, under the review</label>
            <textarea
              id={`answer-${id}`}
              name="words"
              className="paper-input"
              rows={3}
              required
              maxLength={MAX_REVIEW_ANSWER_LENGTH}
              defaultValue={answer?.text}
              onChange={({ currentTarget }) => setLength(currentTarget.value.length)}
            />
            <p className="paper-small desk-soft paper-ends">
              <span>Signed “{SHOP.name}”.</span>
              <span>
                {length} / {MAX_REVIEW_ANSWER_LENGTH}
              </span>
            </p>
          </div>
          <button type="submit" className="desk-button">
            Publish answer
          </button>
        </Press>
      </div>
    </details>
  );
}

function Hide({ review, back }: Omit<ReviewProps, 'now'>) {
  return (
    <details>
      <summary className="desk-button plain">Hide…</summary>
      <div className="paper-slip">
        <Press review={review} back={back} act="hide">
          <fieldset>
            <legend>
              <b>Hide this review</b>
            </legend>
            <p className="paper-small desk-soft">Only for one of these. A bad opinion is not one of them.</p>
            <div className="desk-chips review-reasons">
              {HIDING_REASONS.map((reason) => (
                <label key={reason} className="desk-chip">
                  <input type="radio" name="reason" value={reason} required />
                  {reason}
                </label>
              ))}
            </div>
          </fieldset>
          <p className="paper-small desk-soft">
            The writer is told by letter that it is hidden, and why. You can show it again at any time.
          </p>
          <button type="submit" className="desk-button paper-danger">
            Hide it
          </button>
        </Press>
      </div>
    </details>
  );
}
